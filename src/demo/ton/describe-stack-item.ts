import { type Cell, type TupleItem, beginCell } from '@ton/core'

/** An entry of the stack that a get-method leaves, as toncenter's HTTP API v2 writes it. */
export function describeStackItem(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return ['num', hex(item.value)]
    case 'cell':
      return [
        'cell',
        {
          '@type': 'tvm.cell',
          bytes: item.cell.toBoc().toString('base64'),
          object: describeCell(item.cell),
        },
      ]
    // TVM has no empty list but this.
    case 'null':
      return ['list', { '@type': 'tvm.list', elements: [] }]
    default:
      throw new Error(`Stack items of type ${item.type} are not spoken here`)
  }
}

function hex(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
}

function describeCell(cell: Cell): unknown {
  return {
    data: { b64: getBytes(cell).toString('base64'), len: cell.bits.length },
    refs: cell.refs.map(describeCell),
    special: cell.isExotic,
  }
}

/** The cell's bits, the last byte filled up with zeros. */
function getBytes({ bits }: Cell): Buffer {
  const whole = Math.ceil(bits.length / 8) * 8
  const filled = beginCell()
    .storeBits(bits)
    .storeUint(0, whole - bits.length)
    .endCell()
  return filled.beginParse().loadBuffer(whole / 8)
}
