import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BYTES_PER_PIXEL = 3

/** An image of 8-bit red, green and blue, row after row from the top. */
export type Image = { width: number; height: number; pixels: Uint8Array }

/** @see https://www.w3.org/TR/png/ */
export function encodePng({ width, height, pixels }: Image): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    Buffer.concat([
      SIGNATURE,
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
