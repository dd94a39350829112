import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatNaira, kobo, MAX_AMOUNT, parseNaira, split, sum, times } from '#domain/kernel/money.ts'

const anyKobo = fc.maxSafeInteger().map(kobo)

/** Percentages in basis points that add up to 100 %: three cuts through 10,000. */
const anyPercentages = fc
  .array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 7 })
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 10_000])
  .map((cuts) => cuts.slice(1).map((cut, index) => cut - (cuts[index] ?? 0)))

describe('naira as people write it', () => {
  test.each([
    ['0', 0],
    ['1', 100],
    ['1.5', 150],
    ['1.05', 105],
    ['0.01', 1],
    ['1250000', 125_000_000],
    ['1,250,000.00', 125_000_000],
    ['NGN 12.5', 1250],
    ['ngn12', 1200],
    ['₦1,200', 120_000],
    ['1 250 000.5', 125_000_050],
    ['  7  ', 700],
    ['-3.20', -320],
    // As floats, these would be 28.999999999999996 and 1.1500000000000001 hundreds.
    ['0.29', 29],
    ['1.15', 115],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('%s is read as %i kobo', (text, amount) => {
    expect(parseNaira(text)).toBe(amount)
  })

  test.each([
    ['nothing', ''],
    ['a word', 'abc'],
    ['a third decimal', '1.005'],
    ['a point without decimals', '1.'],
    ['decimals without a whole', '.50'],
    ['a comma in the wrong place', '1,25,000.00'],
    ['a comma before too few digits', '1,25'],
    ['an exponent', '1e6'],
    ['hexadecimal', '0x10'],
    ['infinity', 'Infinity'],
    ['two signs', '--1'],
    ['another currency', 'USD 5'],
    ['two amounts', '1 2'],
    ['two ways of grouping', '1,250 000'],
    ['a comma for the decimals', '1250,50'],
    ['points for the grouping', '1.250.000,00'],
    ['more than the safe integers hold', '90071992547409.92'],
    ['digits of another script', '١٢'],
  ])('%s is no amount', (_, text) => {
    expect(parseNaira(text)).toBeUndefined()
  })

  test('nothing is never read as a negative nothing', () => {
    expect(Object.is(parseNaira('-0.00'), 0)).toBe(true)
  })
})

describe('naira as the portal writes it', () => {
  test.each([
    [0, '0.00'],
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [99_999, '999.99'],
    [100_000, '1,000.00'],
    [123_456_700, '1,234,567.00'],
    [-1, '-0.01'],
    [-123_456, '-1,234.56'],
  ])('%i kobo is written %s', (amount, text) => {
    expect(formatNaira(amount)).toBe(text)
  })

  test.each([[null], [undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [1.5], [2 ** 60]])(
    'what is no amount (%s) shows 0.00',
    (value) => {
      expect(formatNaira(value)).toBe('0.00')
    },
  )

  test('every amount is read back as it was written, to the kobo', () => {
    fc.assert(fc.property(anyKobo, (amount) => parseNaira(formatNaira(amount)) === amount))
  })

  test('every amount is read back when the commas are left out', () => {
    fc.assert(fc.property(anyKobo, (amount) => parseNaira(formatNaira(amount).replaceAll(',', '')) === amount))
  })
})

describe('whole kobo', () => {
  test('a fraction of a kobo, or more than a safe integer, is a bug and throws', () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => kobo(wrong)).toThrow(RangeError)
    }
  })

  test('a sum and a product that leave the safe integers throw rather than round', () => {
    expect(sum([kobo(1), kobo(2), kobo(-4)])).toBe(-1)
    expect(() => sum([kobo(Number.MAX_SAFE_INTEGER), kobo(1)])).toThrow(RangeError)
    expect(times(kobo(250), 4)).toBe(1000)
    expect(() => times(MAX_AMOUNT, 10_000)).toThrow(RangeError)
  })
})

describe('a total split by percentages', () => {
  const anyTotal = fc.oneof(fc.nat({ max: 200 }), fc.maxSafeNat()).map(kobo)

  test('shares add up to the total to the kobo, for any percentages that add up to 100', () => {
    fc.assert(
      fc.property(anyTotal, anyPercentages, (total, parts) => {
        const shares = split(total, parts)
        expect(shares).toHaveLength(parts.length)
        expect(shares.reduce((all, share) => all + BigInt(share), 0n)).toBe(BigInt(total))
      }),
      { numRuns: 2000 },
    )
  })

  test('no share is a whole kobo away from its exact part, and none is below zero', () => {
    fc.assert(
      fc.property(anyTotal, anyPercentages, (total, parts) => {
        for (const [index, share] of split(total, parts).entries()) {
          const off = BigInt(share) * 10_000n - BigInt(total) * BigInt(parts[index] ?? 0)
          expect(off > -10_000n && off < 10_000n && share >= 0).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('only the largest remainders are rounded up, however large the total', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2 ** 50, max: Number.MAX_SAFE_INTEGER }).map(kobo),
        anyPercentages,
        (total, parts) => {
          const exact = parts.map((part) => BigInt(total) * BigInt(part))
          const up = exact.map((value, index) => BigInt(split(total, parts)[index] ?? 0) > value / 10_000n)
          const rests = exact.map((value) => Number(value % 10_000n))
          const least = Math.min(10_000, ...rests.filter((_, index) => up[index]))
          const most = Math.max(-1, ...rests.filter((_, index) => !up[index]))
          expect(least).toBeGreaterThanOrEqual(most)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('a kobo that is left goes to the largest remainder, not to the largest share', () => {
    // 101 kobo: exactly 70.70 and 30.30, so the kobo goes to the first; of 103 (72.10, 30.90) to the second.
    expect(split(kobo(101), [7000, 3000])).toEqual([71, 30])
    expect(split(kobo(103), [7000, 3000])).toEqual([72, 31])
  })

  test('equal remainders: the earlier share gets the kobo', () => {
    expect(split(kobo(2), [2500, 2500, 2500, 2500])).toEqual([1, 1, 0, 0])
    expect(split(kobo(1), [3333, 3333, 3334])).toEqual([0, 0, 1])
  })

  test('percentages that do not add up to 100, or are no whole basis points, throw', () => {
    expect(() => split(kobo(100), [5000, 4999])).toThrow(RangeError)
    expect(() => split(kobo(100), [])).toThrow(RangeError)
    expect(() => split(kobo(100), [12_000, -2000])).toThrow(RangeError)
    expect(() => split(kobo(100), [5000.5, 4999.5])).toThrow(RangeError)
    expect(() => split(kobo(-1), [10_000])).toThrow(RangeError)
  })
})
