export function Badge({ children }: { children: string }) {
  return <span className="badge">{children}</span>
}
