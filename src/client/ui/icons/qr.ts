import type { IconShape } from '../icon.tsx'

export const QR: IconShape = {
  path: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2M14 18v2h2M20 18v2h-2',
}
