import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** A picture of few colours as a PNG with a palette: a third of what browsers write. */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, pixels, channels } = decode(png)
  const { palette, indexes } = reduce(pixels, channels)
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row += 1) {
    rows.set(indexes.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const [bitDepth, indexed] = [8, 3]
  header.set([bitDepth, indexed], 8)
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SIGNATURE_BYTES = 8
const MAX_COLOURS = 256

type Pixels = { width: number; height: number; pixels: Buffer; channels: 3 | 4 }

/** Reads what Chromium writes: 8 bits a channel, not interlaced. @see https://www.w3.org/TR/png/ */
function decode(png: Buffer): Pixels {
  const data: Buffer[] = []
  let [width, height] = [0, 0]
  let channels: 3 | 4 = 4
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') {
      width = body.readUInt32BE(0)
      height = body.readUInt32BE(4)
      channels = body[9] === 2 ? 3 : 4
    }
    if (type === 'IDAT') data.push(body)
    at += length + 12
  }
  return {
    width,
    height,
    channels,
    pixels: unfilter(inflateSync(Buffer.concat(data)), { width, height, channels }),
  }
}

function unfilter(rows: Buffer, { width, height, channels }: Omit<Pixels, 'pixels'>): Buffer {
  const length = width * channels
  const pixels = Buffer.alloc(length * height)
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (length + 1)] ?? 0
    for (let column = 0; column < length; column += 1) {
      const at = row * length + column
      const left = column < channels ? 0 : (pixels[at - channels] ?? 0)
      const up = row === 0 ? 0 : (pixels[at - length] ?? 0)
      const corner = row === 0 || column < channels ? 0 : (pixels[at - length - channels] ?? 0)
      const byte = rows[row * (length + 1) + 1 + column] ?? 0
      pixels[at] = (byte + predict(filter, { left, up, corner })) & 0xff
    }
  }
  return pixels
}

type NeighbourPixels = { left: number; up: number; corner: number }

function predict(filter: number, { left, up, corner }: NeighbourPixels): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth({ left, up, corner })
    default:
      return 0
  }
}

function paeth({ left, up, corner }: NeighbourPixels): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((byte) => Math.abs(guess - byte))
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return 0
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** The commonest colours; each other one becomes the one that is nearest. */
function reduce(pixels: Buffer, channels: 3 | 4): { palette: Buffer; indexes: Uint8Array } {
  const colours = new Uint32Array(pixels.length / channels)
  const counts = new Map<number, number>()
  for (let pixel = 0; pixel < colours.length; pixel += 1) {
    const colour = pixels.readUIntBE(pixel * channels, 3)
    colours[pixel] = colour
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const common = [...counts].sort(([, one], [, other]) => other - one)
  const saved = common.slice(0, MAX_COLOURS).map(([colour]) => colour)
  const places = new Map(common.map(([colour]) => [colour, nearest(colour, saved)]))
  const palette = Buffer.alloc(saved.length * 3)
  saved.forEach((colour, index) => palette.writeUIntBE(colour, index * 3, 3))
  return { palette, indexes: Uint8Array.from(colours, (colour) => places.get(colour) ?? 0) }
}

function nearest(colour: number, saved: readonly number[]): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  saved.forEach((other, index) => {
    const distance = getDistance(colour, other)
    if (distance < least) [best, least] = [index, distance]
  })
  return best
}

function getDistance(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16)
  const green = ((one >> 8) & 0xff) - ((other >> 8) & 0xff)
  const blue = (one & 0xff) - (other & 0xff)
  return red * red + green * green + blue * blue
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
