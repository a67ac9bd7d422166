import { type Context, Hono } from 'hono'
import { REGISTRY_IDS } from '#shared/evm-registry.ts'
import { EVM_WALLET_NAMES, type EvmWalletId } from '#shared/evm-wallet-names.ts'
import { drawWalletIcon, type WalletIcon } from '../ton/wallet-icon.ts'

/** A wallet as the registry lists it. */
export type ListedWallet = { id: string; name: string; link: string }
type RegisteredWallet = ListedWallet & { icon: WalletIcon }

/** Links that the simulated phone hands to the demo wallet, and icons that are not those of the real wallets. */
const LINKS: Record<EvmWalletId, string> = {
  metamask: 'metamask://',
  trust: 'trust://',
  okx: 'okex://main',
  bitget: 'bitkeep://',
  rainbow: 'rainbow://',
  safe: 'https://app.safe.global/',
}
const ICONS: Record<EvmWalletId, WalletIcon> = {
  metamask: { from: [247, 164, 84], to: [214, 98, 28], glyph: 'peak' },
  trust: { from: [74, 122, 255], to: [24, 58, 190], glyph: 'shield' },
  okx: { from: [66, 66, 74], to: [18, 18, 22], glyph: 'grid' },
  bitget: { from: [70, 220, 224], to: [14, 140, 158], glyph: 'arrows' },
  rainbow: { from: [120, 112, 255], to: [206, 70, 160], glyph: 'arch' },
  safe: { from: [60, 214, 130], to: [12, 130, 78], glyph: 'safe' },
}

const WALLETS: readonly RegisteredWallet[] = Object.entries(REGISTRY_IDS).flatMap(([key, id]) =>
  isOurs(key) ? [{ id, name: EVM_WALLET_NAMES[key], link: LINKS[key], icon: ICONS[key] }] : [],
)

function isOurs(key: string): key is EvmWalletId {
  return Object.hasOwn(EVM_WALLET_NAMES, key)
}

/**
 * Reown's registry of wallets as AppKit and our server ask it, with our own EVM wallets alone. To be mounted at the root,
 * because AppKit's paths are absolute.
 */
export function createWalletRegistry(): Hono {
  const images = new Map(WALLETS.map(({ id, icon }) => [id, drawWalletIcon(icon)]))
  const routes = new Hono()
  const serve = (path: string, answer: (c: Context) => Response | Promise<Response>) =>
    routes.get(path, (c) => {
      c.header('access-control-allow-origin', '*')
      return answer(c)
    })

  serve('/getWallets', (c) => {
    const data = WALLETS.filter(createFilter(c.req.query())).map(describeWallet)
    return c.json({ count: data.length, data })
  })
  serve('/getWalletImage/:id', (c) => {
    const image = images.get(c.req.param('id') ?? '')
    return image === undefined ? c.notFound() : c.body(image, 200, { 'content-type': 'image/png' })
  })
  serve('/appkit/v1/config', (c) => c.json({ features: [] }))
  serve('/appkit/v1/project-limits', (c) => {
    const limits = { isAboveMauLimit: false, isAboveRpcLimit: false }
    return c.json({ planLimits: { tier: 'starter', ...limits } })
  })
  serve('/projects/v1/origins', (c) => c.json({ allowedOrigins: [] }))
  return routes
}

type RegistryQuery = Partial<Record<string, string>>

function createFilter({ include, exclude, search }: RegistryQuery) {
  const wanted = include?.split(',')
  const unwanted = exclude?.split(',')
  return ({ id, name }: RegisteredWallet) =>
    (wanted?.includes(id) ?? true) &&
    !(unwanted?.includes(id) ?? false) &&
    name.toLowerCase().includes(search?.toLowerCase() ?? '')
}

/** As the registry describes a wallet. */
export function describeWallet({ id, name, link }: ListedWallet, order: number) {
  return {
    id,
    name,
    order,
    homepage: link,
    image_id: id,
    mobile_link: link,
    link_mode: null,
    desktop_link: null,
    webapp_link: null,
    app_store: null,
    play_store: null,
    rdns: null,
    injected: null,
    chains: ['eip155:1', 'eip155:8453'],
    supports_wc: true,
  }
}
