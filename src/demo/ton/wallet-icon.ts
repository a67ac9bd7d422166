import { crc32, deflateSync } from 'node:zlib'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BYTES_PER_PIXEL = 3

type IconColor = readonly [red: number, green: number, blue: number]
type Glyph =
  | 'purse'
  | 'ring'
  | 'diamond'
  | 'bars'
  | 'blocks'
  | 'peak'
  | 'shield'
  | 'grid'
  | 'arrows'
  | 'arch'
  | 'safe'

/** A white glyph on a ground that fades from top to bottom. */
export type WalletIcon = { from: IconColor; to: IconColor; glyph: Glyph }

/** Width and height in pixels. */
const SIZE = 180
const WHITE: IconColor = [255, 255, 255]

/** Draws the icon as a square PNG. */
export function drawWalletIcon({ from, to, glyph }: WalletIcon): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(SIZE * SIZE * 3)
  for (let y = 0; y < SIZE; y += 1) {
    const ground = mix(from, to, y / SIZE)
    for (let x = 0; x < SIZE; x += 1) {
      const point = { x: (x + 0.5) / SIZE - 0.5, y: (y + 0.5) / SIZE - 0.5 }
      pixels.set(mix(ground, WHITE, coverage(GLYPHS[glyph](point))), (y * SIZE + x) * 3)
    }
  }
  return encodePng({ width: SIZE, height: SIZE, pixels })
}

/** The icon's square spans -0.5 to 0.5 both ways, with y downwards. */
type Point = { x: number; y: number }
/** Signed distance from the edge of a shape: negative inside. */
type Shape = (point: Point) => number

const GLYPHS: Record<Glyph, Shape> = {
  purse: (point) =>
    subtract(
      union(
        box(point, { x: 0, y: 0.03, width: 0.5, height: 0.36, radius: 0.07 }),
        box(point, { x: -0.03, y: -0.15, width: 0.38, height: 0.12, radius: 0.05 }),
      ),
      circle(point, { x: 0.14, y: 0.03, radius: 0.045 }),
    ),
  ring: (point) =>
    union(
      Math.abs(circle(point, { x: 0, y: 0, radius: 0.2 })) - 0.045,
      circle(point, { x: 0, y: 0, radius: 0.07 }),
    ),
  diamond: ({ x, y }) =>
    subtract(
      Math.abs(x) * 1.15 + Math.abs(y) - 0.29,
      subtract(Math.abs(x) * 1.15 + Math.abs(y) - 0.15, -0.01 - y),
    ),
  bars: (point) =>
    union(
      box(point, { x: -0.16, y: 0.08, width: 0.1, height: 0.22, radius: 0.05 }),
      union(
        box(point, { x: 0, y: 0.02, width: 0.1, height: 0.34, radius: 0.05 }),
        box(point, { x: 0.16, y: -0.04, width: 0.1, height: 0.46, radius: 0.05 }),
      ),
    ),
  blocks: (point) =>
    union(
      box(point, { x: 0, y: -0.12, width: 0.2, height: 0.2, radius: 0.04 }),
      union(
        box(point, { x: -0.13, y: 0.12, width: 0.2, height: 0.2, radius: 0.04 }),
        box(point, { x: 0.13, y: 0.12, width: 0.2, height: 0.2, radius: 0.04 }),
      ),
    ),
  peak: ({ x, y }) => Math.max(Math.abs(x) * 0.87 - y * 0.5 - 0.12, y - 0.2),
  shield: (point) =>
    Math.max(
      Math.abs(point.y + 0.02) - 0.22,
      circle({ x: Math.abs(point.x), y: point.y }, { x: -0.16, y: -0.1, radius: 0.34 }),
    ),
  grid: ({ x, y }) =>
    box(
      { x: Math.abs(x), y: Math.abs(y) },
      { x: 0.11, y: 0.11, width: 0.17, height: 0.17, radius: 0.03 },
    ),
  arrows: ({ x, y }) => union(chevron({ x, y: y + 0.1 }), chevron({ x, y: y - 0.1 })),
  arch: (point) =>
    Math.max(
      union(
        Math.abs(circle(point, { x: 0, y: 0.12, radius: 0.26 })) - 0.04,
        Math.abs(circle(point, { x: 0, y: 0.12, radius: 0.11 })) - 0.04,
      ),
      point.y - 0.14,
    ),
  safe: (point) =>
    subtract(
      box(point, { x: 0, y: 0, width: 0.46, height: 0.46, radius: 0.09 }),
      union(
        Math.abs(circle(point, { x: 0, y: 0, radius: 0.11 })) - 0.03,
        box(point, { x: 0.15, y: 0, width: 0.1, height: 0.05, radius: 0.02 }),
      ),
    ),
}

/** An angle that points up. */
function chevron({ x, y }: Point): number {
  return Math.max(Math.abs(Math.abs(x) * 0.6 - y) - 0.05, Math.abs(x) - 0.2)
}

function circle({ x, y }: Point, at: Point & { radius: number }): number {
  return Math.hypot(x - at.x, y - at.y) - at.radius
}

function box(
  { x, y }: Point,
  at: Point & { width: number; height: number; radius: number },
): number {
  const dx = Math.abs(x - at.x) - at.width / 2 + at.radius
  const dy = Math.abs(y - at.y) - at.height / 2 + at.radius
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - at.radius
}

function union(first: number, second: number): number {
  return Math.min(first, second)
}

function subtract(from: number, hole: number): number {
  return Math.max(from, -hole)
}

/** Share of a pixel that lies inside, 0 to 1: smooths the edge over one pixel. */
function coverage(distance: number): number {
  return Math.min(Math.max(0.5 - distance * SIZE, 0), 1)
}

function mix(from: IconColor, to: IconColor, share: number): IconColor {
  const channel = (index: 0 | 1 | 2): number =>
    Math.round(from[index] + (to[index] - from[index]) * share)
  return [channel(0), channel(1), channel(2)]
}

/** An image of 8-bit red, green and blue, row after row from the top. */
type Image = { width: number; height: number; pixels: Uint8Array }

/** @see https://www.w3.org/TR/png/ */
function encodePng({ width, height, pixels }: Image): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    Buffer.concat([
      PNG_SIGNATURE,
      chunk('IHDR', header(width, height)),
      chunk('IDAT', deflateSync(withFilterBytes(width, pixels))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  const bitDepth = 8
  const truecolour = 2
  bytes.set([bitDepth, truecolour], 8)
  return bytes
}

/** Each row starts with the number of its filter; 0 is none. */
function withFilterBytes(width: number, pixels: Uint8Array): Buffer {
  const rowLength = width * BYTES_PER_PIXEL
  const rows: Uint8Array[] = []
  for (let start = 0; start < pixels.length; start += rowLength) {
    rows.push(Uint8Array.of(0), pixels.subarray(start, start + rowLength))
  }
  return Buffer.concat(rows)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
