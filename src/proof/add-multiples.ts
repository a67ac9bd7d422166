/** A point of a curve, as noble's libraries have it. */
interface Addable<Self> {
  add: (other: Self) => Self
  double: () => Self
}

/**
 * `a·P + b·Q`, in one pass over the bits of both (Shamir's trick), so that no table has to be made first. It takes as long as the
 * numbers are, so neither may be a secret.
 *
 * @param zero the neutral point
 */
export function addMultiples<Point extends Addable<Point>>(
  [a, p]: readonly [bigint, Point],
  [b, q]: readonly [bigint, Point],
  zero: Point,
): Point {
  const addends = new Map([
    ['10', p],
    ['01', q],
    ['11', p.add(q)],
  ])
  const length = Math.max(toBits(a).length, toBits(b).length)
  const [ofA, ofB] = [toBits(a).padStart(length, '0'), toBits(b).padStart(length, '0')]
  let sum = zero
  for (let at = 0; at < length; at += 1) {
    sum = sum.double()
    const addend = addends.get(`${ofA.charAt(at)}${ofB.charAt(at)}`)
    if (addend !== undefined) sum = sum.add(addend)
  }
  return sum
}

function toBits(number: bigint): string {
  return number.toString(2)
}
