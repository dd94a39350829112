import { describe, expect, test } from 'vitest'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { anEvent, asGiven, followUntil, freshStream } from '#tests/support/stored-events.ts'
import type { ContractContext } from './context.ts'

const texts: [what: string, text: string][] = [
  ['accents composed (NFC)', '{"name":"Adébáyọ̀ Ọlá"}'.normalize('NFC')],
  ['accents decomposed (NFD)', '{"name":"Adébáyọ̀ Ọlá"}'.normalize('NFD')],
  ['emoji beyond the basic plane', '{"note":"🩺👩🏾‍⚕️ 𝒳"}'],
  ['an escaped NUL', String.raw`{"note":"a\u0000b"}`],
  ['an escaped lone surrogate', String.raw`{"note":"\ud83d"}`],
  ['quotes, backslashes and braces', String.raw`{"note":"\\N {\"x\",NULL} 'y' $1 %s"}`],
  ['line ends, tabs and control characters', '{"note":"a\r\nb\tc\u0001\u001f\u007f"}'],
  ['line separators and a byte order mark', '{"note":"\u2028\u2029\ufeff"}'],
  ['white space, key order and number forms', '  { "b" : 1.0 ,\n "a":1e2, "b":-0 }  '],
  ['an empty object', '{}'],
  ['right-to-left text', '{"name":"مريم \u202bx\u202c"}'],
]

/** What goes in comes out byte for byte: hashes are taken over it. */
export function contents({ log }: ContractContext): void {
  describe('contents', () => {
    test.each(texts)('data and metadata are kept byte for byte: %s', async (_what, text) => {
      const stream = freshStream()
      const start = await log().head()
      const event = anEvent({ data: text, meta: text })
      await log().append(stream, NO_STREAM, [event])
      expect((await log().read(stream)).map(asGiven)).toEqual([event])
      const followed = await followUntil(log(), start, (seen) => seen.some(({ id }) => id === event.id))
      expect(followed.filter(({ id }) => id === event.id).map(asGiven)).toEqual([event])
    })

    test('an event of one MiB is kept whole', async () => {
      const stream = freshStream()
      const pattern = 'Ọlá "quoted" \\ 🩺 '
      const event = anEvent({ data: JSON.stringify({ text: pattern.repeat(60_000).slice(0, 1024 * 1024) }) })
      expect(Buffer.byteLength(event.data)).toBeGreaterThan(1024 * 1024)
      await log().append(stream, NO_STREAM, [event])
      const [stored] = await log().read(stream)
      expect(stored?.data === event.data).toBe(true)
    })

    test.each([
      'wallet-allocation:01981c1e-0000-7000-8000-000000000001',
      'wallet-patient:a.b.c',
      'wallet-ẹ̀rọ🩺',
      'wallet-with space/slash\\back"quote\'{,}',
    ])('a stream may be named %s', async (name) => {
      const stream = `${name}${freshStream('')}`
      const event = anEvent()
      await log().append(stream, NO_STREAM, [event])
      expect(await log().read(stream)).toMatchObject([{ stream, id: event.id }])
    })

    test('two spellings of one name are two streams', async () => {
      const suffix = freshStream('')
      await log().append(`wallet-é${suffix}`.normalize('NFC'), NO_STREAM, [anEvent()])
      expect(await log().read(`wallet-é${suffix}`.normalize('NFD'))).toEqual([])
    })

    test.each(['\ud83d', '{"note":"a\u0000b"}'])(
      'text that has no faithful stored form is refused, not altered',
      async (text) => {
        const stream = freshStream()
        await expect(log().append(stream, NO_STREAM, [anEvent({ data: text })])).rejects.toThrow(/byte for byte/)
        expect(await log().read(stream)).toEqual([])
      },
    )

    test('the time of recording is an ISO time in UTC with milliseconds', async () => {
      const stream = freshStream()
      await log().append(stream, NO_STREAM, [anEvent()])
      const [stored] = await log().read(stream)
      expect(stored?.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })

    test('the time of recording is that of the append', async () => {
      const stream = freshStream()
      const before = new Date(Date.now() - 60_000).toISOString()
      await log().append(stream, NO_STREAM, [anEvent()])
      const [stored] = await log().read(stream)
      expect([before, stored?.recordedAt, new Date(Date.now() + 60_000).toISOString()].sort()[1]).toBe(
        stored?.recordedAt,
      )
      expect(stored?.recordedAt).not.toBe(before)
    })
  })
}
