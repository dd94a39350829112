import { createPublicKey, hash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyIdOf, sealKeyFrom, signSeal } from '#commands/log/seals/seal.ts'
import type { Seal } from '#domain/seal/events.ts'
import type { About } from '#scripts/bundle/about.ts'
import { linesOf, openSealedBook, type SealedBook, textOf } from './sealed-book.ts'

const [CHANGED, UNREADABLE, TAKEN_OR_PUT, CUT, SEAL] = [1, 2, 3, 4, 5]

/** Of three days with 22 events each, every one sealed at its end, and some that nobody has sealed. */
const ABOUTS = {
  wallet: { wallet: 'patient:patient-of-two' },
  pool: { wallet: 'pool' },
  payment: { payment: 'payment-two' },
  day: { from: '2026-03-02', to: '2026-03-02' },
  first: { from: '2026-03-01', to: '2026-03-01' },
} satisfies Record<string, About>
type Name = keyof typeof ABOUTS
const NAMES = Object.keys(ABOUTS) as Name[]

let book: SealedBook
const bundles = {} as Record<Name, string[]>
beforeAll(async () => {
  book = await openSealedBook()
  for (const [name, day] of [
    ['one', '01'],
    ['two', '02'],
    ['three', '03'],
  ] as const) {
    await book.write(name, `2026-03-${day}T10:00:00.000Z`)
    await book.seal()
  }
  await book.write('four', '2026-03-03T11:00:00.000Z')
  for (const name of NAMES) bundles[name] = await linesOf((await book.bundle(ABOUTS[name])).path)
})
afterAll(() => book.end())

const found = (lines: readonly string[]) => book.check(textOf(lines))
const edited = (lines: readonly string[], index: number, edit: (line: string) => string) =>
  lines.map((line, at) => (at === index ? edit(line) : line))
/** Of the first line that says so. */
const lineWith = (lines: readonly string[], text: string) => {
  const index = lines.findIndex((line) => line.includes(text))
  if (index < 0) throw new Error(`No line with ${text}`)
  return index
}
type Row = [number, string, number, string, string, string, string, string]
const rowIn = (line: string) => (JSON.parse(line) as { event: Row }).event
/** An event whose own hash was made again, as anybody can. */
const rehashed = ([position, stream, revision, id, type, data, meta, at]: Row): string => {
  const rest = meta.replace(/,"hash":"[0-9a-f]{64}","mac":"[0-9a-f]{64}"\}$/, '')
  const own = hash('sha256', `chf-event-1\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${rest}}`)
  const changed = meta.replace(/"hash":"[0-9a-f]{64}"/, `"hash":"${own}"`)
  return JSON.stringify({ event: [position, stream, revision, id, type, data, changed, at] })
}

test.each(NAMES)('what the portal wrote holds: %s', async (name) => {
  expect(await found(bundles[name])).toMatchObject({ about: ABOUTS[name] })
})

test('it says how much there is, and up to where', async () => {
  const [first, second, third] = await book.seals()
  expect(await found(bundles.wallet)).toMatchObject({
    seal: third,
    says: '2 events; none is missing of wallet-patient:patient-of-two (2).',
  })
  expect(await found(bundles.payment)).toMatchObject({
    seal: third,
    says: expect.stringMatching(/^7 events; none is missing of transaction-two \(7\)\. That no other transaction/),
  })
  expect(await found(bundles.day)).toMatchObject({
    seal: third,
    says: '23 events; none is missing, of 46 behind position 22. That these days are those that were asked for, its first line says and nobody signed.',
  })
  expect([first?.position, second?.position, third?.position]).toEqual([22, 45, 68])
  const all = await book.bundle({ from: '2026-03-01', to: '2026-03-03' })
  expect(await found(await linesOf(all.path))).toMatchObject({
    upTo: '2026-03-03T10:00:00.000Z',
    says: expect.stringContaining('Nothing is shown of what was recorded after 2026-03-03T10:00:00.000Z.'),
  })
})

describe('an event that was changed is named by its position, and ends with 1', () => {
  test.each([
    ['an amount', (line: string) => line.replace(/\\"amount\\":\d/, '\\"amount\\":9')],
    ['who did it', (line: string) => line.replace(/\\"actor\\":\\"/, '\\"actor\\":\\"x')],
    ['its type', (line: string) => line.replace('"WalletCredited"', '"WalletDebited"')],
    ['its id', (line: string) => line.replace(/"([0-9a-f]{8})-([0-9a-f])/, '"$1-$2'.replace('$2', 'a'))],
  ])('%s', async (_, edit) => {
    for (const name of ['wallet', 'day'] as const) {
      const lines = bundles[name]
      const index = lineWith(lines, '"WalletCredited"')
      const [position, stream, revision] = rowIn(lines[index] ?? '')
      const place = `Changed: position ${position}, ${stream}, revision ${revision} (line ${index + 1})`
      expect(await found(edited(lines, index, edit))).toMatchObject({ code: CHANGED, message: place })
    }
  })

  test('with its own hash made again, by the event behind it', async () => {
    const index = lineWith(bundles.wallet, '"WalletCredited"')
    const row = rowIn(bundles.wallet[index] ?? '')
    row[5] = row[5].replace(/"amount":\d/, '"amount":9')
    expect(await found(edited(bundles.wallet, index, () => rehashed(row)))).toMatchObject({
      code: CHANGED,
      message: expect.stringMatching(/^Changed: position \d+, wallet-patient:patient-of-two, revision 1 \(line 5\)$/),
    })
  })

  test('with all hashes behind it made again, or in its place and time, within its stream or between its seals', async () => {
    const last = bundles.wallet.length - 1
    const row = rowIn(bundles.wallet[last] ?? '')
    row[5] = row[5].replace(/"amount":\d/, '"amount":9')
    const whole = 'Changed: wallet-patient:patient-of-two (line 3), its revisions 0 to 1'
    expect(await found(edited(bundles.wallet, last, () => rehashed(row)))).toMatchObject({
      code: CHANGED,
      message: whole,
    })
    const later = (line: string) => line.replace('T10:00:00.000Z"]', 'T10:00:00.001Z"]')
    expect(await found(edited(bundles.wallet, last, later))).toMatchObject({ code: CHANGED, message: whole })
    const index = lineWith(bundles.day, '2026-03-02T10:00:00.000Z"]')
    expect(await found(edited(bundles.day, index, later))).toMatchObject({ code: TAKEN_OR_PUT }) // before its neighbour
    const end = bundles.day.findLastIndex((line) => line.endsWith('2026-03-03T10:00:00.000Z"]}'))
    expect(await found(edited(bundles.day, end, later))).toMatchObject({
      code: CHANGED,
      message: expect.stringMatching(/behind position 45, up to seal 3 of 68/),
    })
  })

  test('a header about something else', async () => {
    for (const [name, from, to] of [
      ['wallet', 'patient-of-two', 'patient-of-one'],
      ['payment', 'payment-two', 'payment-one'],
    ] as const)
      expect(await found(edited(bundles[name], 0, (line) => line.replace(from, to)))).toMatchObject({
        code: CHANGED,
        message: expect.stringContaining('(line 1)'),
      })
  })
})

test.each([
  ['a month to come', '2027-01-01', '2027-01-31', CHANGED, 'No event is of 2027-01-01 to 2027-01-31'],
  ['days from back to front', '2026-03-02', '2026-03-01', UNREADABLE, 'Line 1'],
])('a header about %s', async (_, from, to, code, message) => {
  const header = (line: string) => line.replace(/"about":\{[^}]*\}/, `"about":${JSON.stringify({ from, to })}`)
  expect(await found(edited(bundles.first, 0, header))).toMatchObject({
    code,
    message: expect.stringContaining(message),
  })
})

describe('an event that was taken out or put in is named, and ends with 3', () => {
  test.each(['pool', 'payment'] as const)('from between others of its stream: %s', async (name) => {
    const lines = bundles[name]
    const index = lines.findLastIndex((line) => line.startsWith('{"event"')) - 1
    const [, , revision] = rowIn(lines[index] ?? '')
    expect(await found(lines.filter((_, at) => at !== index))).toMatchObject({
      code: TAKEN_OR_PUT,
      message: expect.stringMatching(
        new RegExp(`revision ${revision} of .* is due before position \\d+.*line ${index + 1}\\)`),
      ),
    })
    const twice = lines.flatMap((line, at) => (at === index ? [line, line] : [line]))
    expect(await found(twice)).toMatchObject({
      code: TAKEN_OR_PUT,
      message: expect.stringContaining(`line ${index + 2}`),
    })
    const swapped = [...lines]
    ;[swapped[index], swapped[index + 1]] = [lines[index + 1] ?? '', lines[index] ?? '']
    expect(await found(swapped)).toMatchObject({ code: TAKEN_OR_PUT })
    const more = [...lines, bundles.wallet.at(-1) ?? '']
    expect(await found(more)).toMatchObject({
      code: TAKEN_OR_PUT,
      message: expect.stringContaining(`line ${lines.length + 1}`),
    })
  })

  test('from the days, by the seal behind it and the gap', async () => {
    const { day } = bundles
    const index = lineWith(day, '"TransactionBilled"')
    const [position] = rowIn(day[index] ?? '')
    expect(await found(day.filter((_, at) => at !== index))).toMatchObject({
      code: TAKEN_OR_PUT,
      message: expect.stringMatching(
        new RegExp(
          `23 events are due, 22 are there behind position 22, .*first gap is before position ${position + 1}`,
        ),
      ),
    })
    const twice = day.flatMap((line, at) => (at === index ? [line, line] : [line]))
    expect(await found(twice)).toMatchObject({
      code: TAKEN_OR_PUT,
      message: expect.stringContaining(`(line ${index + 2})`),
    })
  })
})

describe('an end that was cut is named, and ends with 4', () => {
  test('the last event of a stream, with its end as it was or made to fit', async () => {
    const { pool } = bundles
    const cut = pool.slice(0, -1)
    expect(await found(cut)).toMatchObject({
      code: CUT,
      message: expect.stringMatching(/wallet-pool .*was cut: its revisions/),
    })
    const end = lineWith(pool, '{"end"')
    const said = JSON.parse(pool[end] ?? '') as { end: { revision: number; hash: string } }
    let rolled = hash('sha256', 'chf-stream-1\nwallet-pool')
    for (const line of cut.slice(end + 1))
      rolled = hash('sha256', `${rolled}\n${hash('sha256', JSON.stringify(rowIn(line)))}`)
    Object.assign(said.end, { revision: said.end.revision - 1, hash: rolled })
    expect(await found(edited(cut, end, () => JSON.stringify(said)))).toMatchObject({
      code: CUT,
      message: expect.stringMatching(/^wallet-pool \(line 3\) does not end so at revision \d+: seal 3$/),
    })
  })

  test('the days, behind their seals or before them', async () => {
    const { day } = bundles
    expect(await found(day.slice(0, -1))).toMatchObject({ code: CUT })
    expect(await found(day.slice(0, -3))).toMatchObject({ code: CUT })
    // Up to an earlier seal, with the header as it was or made to fit: as one that was made then, which shows no more.
    const [, second] = await book.seals()
    const earlier = day.slice(0, day.indexOf(JSON.stringify({ seal: second })) + 1)
    expect(await found(earlier)).toMatchObject({ code: CUT })
    const fit = edited(earlier, 0, (line) => line.replace('"position":68', '"position":45'))
    expect(await found(fit)).toMatchObject({
      upTo: '2026-03-02T10:00:00.000Z',
      says: expect.stringContaining('Nothing is shown of what was recorded after'),
    })
    const without = [day[0] ?? '', ...day.slice(day.indexOf(JSON.stringify({ seal: second })))]
    expect(await found(edited(without, 0, (line) => line))).toMatchObject({ code: CUT })
  })

  test('the file, at any byte', async () => {
    const text = Buffer.from(textOf(bundles.payment))
    for (let end = 0; end < text.length; end += 211)
      expect(await book.check(text.subarray(0, end))).toMatchObject({
        code: expect.toSatisfy((code) => code === CUT || code === UNREADABLE),
      })
  })
})

describe('a seal that was changed, or is of another key, is named, and ends with 5', () => {
  const sealAt = (lines: readonly string[]) => lineWith(lines, '{"seal"')

  test.each(['number', 'position', 'count', 'hash', 'streams', 'root', 'at', 'signature'])('its %s', async (field) => {
    for (const name of ['wallet', 'day'] as const) {
      const lines = bundles[name]
      const { seal } = JSON.parse(lines[sealAt(lines)] ?? '') as { seal: Record<string, string | number> }
      const value = seal[field] ?? ''
      const other =
        typeof value === 'number'
          ? value + 1
          : field === 'at'
            ? '2026-01-01T00:00:00.000Z'
            : value.replace(/^./, (one) => (one === '1' ? '2' : '1'))
      const line = JSON.stringify({ seal: { ...seal, [field]: other } })
      expect(await found(edited(lines, sealAt(lines), () => line))).toMatchObject({
        code: SEAL,
        message: expect.stringContaining('(line 2) was changed'),
      })
    }
  })

  test('made by another key, under its own name or under the portal’s', async () => {
    const stranger = sealKeyFrom(randomBytes(32))
    const [, , third] = await book.seals()
    if (third === undefined) throw new Error('No third seal')
    const made = signSeal(stranger, third.number, third, third.at)
    for (const seal of [made, { ...made, keyId: third.keyId }])
      expect(await found(edited(bundles.wallet, 1, () => JSON.stringify({ seal })))).toMatchObject({ code: SEAL })
    const header = bundles.wallet[0]?.replace(third.keyId, made.keyId) ?? ''
    const all = [header, JSON.stringify({ seal: made }), ...bundles.wallet.slice(2)]
    expect(await found(all)).toMatchObject({ code: SEAL, message: expect.stringContaining('of another key') })
    expect(await found(edited(bundles.wallet, 0, () => header))).toMatchObject({ code: SEAL })
    const theirs = createPublicKey(stranger)
    expect(keyIdOf(theirs)).toBe(made.keyId)
    expect(await book.check(textOf(bundles.wallet), theirs)).toMatchObject({ code: SEAL })
  })

  test('of keys that were changed: each holds for its time, and an older one for nothing behind a newer', async () => {
    const next = sealKeyFrom(randomBytes(32))
    const [old, now] = [createPublicKey(book.privateKey), createPublicKey(next)]
    const { seal } = JSON.parse(bundles.day.at(-1) ?? '') as { seal: Seal }
    const resigned = JSON.stringify({ seal: signSeal(next, seal.number, seal, seal.at) })
    const header = bundles.day[0]?.replace(seal.keyId, keyIdOf(now)) ?? ''
    const changed = textOf([header, ...bundles.day.slice(1, -1), resigned])
    expect(await book.check(changed, old, now)).toMatchObject({ about: ABOUTS.day, isOldKey: false })
    expect(await book.check(textOf(bundles.day), old, now)).toMatchObject({ about: ABOUTS.day, isOldKey: true })
    expect(await book.check(textOf(bundles.day), old, old)).toMatchObject({ isOldKey: false })
    // Whoever was handed the older key alone, and whoever still has the older one after it was changed.
    const another = { code: SEAL, message: expect.stringContaining('of another key') }
    expect(await book.check(changed, old)).toMatchObject(another)
    const older = { code: SEAL, message: expect.stringContaining('of an older key than the seal before it') }
    expect(await book.check(changed, now, old)).toMatchObject(older)
  })

  test('an older one in its place shows no end, and one that is left out between others is missed', async () => {
    const [, second] = await book.seals()
    const older = edited(bundles.pool, 1, () => JSON.stringify({ seal: second }))
    expect(await found(older)).toMatchObject({ code: CUT })
    const line = JSON.stringify({ seal: second })
    expect(await found(bundles.day.filter((one) => one !== line))).toMatchObject({ code: SEAL })
  })
})

test('no flipped, lost or doubled byte or line goes through', async () => {
  const anyChange = fc.oneof(
    fc.record({ do: fc.constant('flip'), at: fc.nat(), bit: fc.nat(7) }),
    fc.record({ do: fc.constantFrom('drop', 'double', 'cut'), at: fc.nat() }),
    fc.record({ do: fc.constantFrom('drop line', 'double line', 'swap lines'), at: fc.nat(), other: fc.nat() }),
  )
  type Change = { do: string; at: number; bit?: number; other?: number }
  const apply = (lines: readonly string[], { do: what, at, bit = 0, other = 0 }: Change): Buffer => {
    const bytes = Buffer.from(textOf(lines))
    const byte = at % bytes.length
    const [one, two] = [at % lines.length, other % lines.length]
    switch (what) {
      case 'flip':
        bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
        return bytes
      case 'drop':
        return Buffer.concat([bytes.subarray(0, byte), bytes.subarray(byte + 1)])
      case 'double':
        return Buffer.concat([bytes.subarray(0, byte + 1), bytes.subarray(byte)])
      case 'cut':
        return bytes.subarray(0, byte)
      case 'drop line':
        return Buffer.from(textOf(lines.filter((_, index) => index !== one)))
      case 'double line':
        return Buffer.from(textOf(lines.toSpliced(two, 0, lines[one] ?? '')))
      default:
        return Buffer.from(textOf(lines.with(one, lines[two] ?? '').with(two, lines[one] ?? '')))
    }
  }
  const anyBundle = fc.constantFrom(...NAMES)
  await fc.assert(
    fc.asyncProperty(anyBundle, anyChange, async (name, change) => {
      const original = textOf(bundles[name])
      const bytes = apply(bundles[name], change)
      if (bytes.equals(Buffer.from(original))) return true
      const result = await book.check(bytes)
      if ('code' in result) return true
      // Of other days the same events may show everything too: then it says so of those days.
      const [header = '', ...rest] = bytes.toString().split('\n')
      const isOtherDays = JSON.stringify(JSON.parse(header).bundle.about) === JSON.stringify(result.about)
      return 'from' in result.about && isOtherDays && rest.join('\n') === original.slice(original.indexOf('\n') + 1)
    }),
    { numRuns: 1_500 },
  )
})
