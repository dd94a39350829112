import { type CodeKind, type Codes, CounterWrong, nameOf } from './codes.ts'

/** So many codes are not wasted one after the other, nor drawn by other processes between two of this one. */
export const MOST_AHEAD = 1_000_000

/**
 * Codes that a process draws one after the other, and holds against the last that it knows of: whoever has the app's rights could
 * set a counter back, and two payments would have one number, or ahead, to where none is left. One that was set back goes on
 * behind the last; of one far ahead nothing is given. Throws CounterWrong (docs/decisions/0096).
 */
export function guardCodes(codes: Codes): Codes {
  const last = new Map<string, number>()
  const drawing = new Map<string, Promise<unknown>>()
  const raise = (name: string, number: number) => last.set(name, Math.max(number, last.get(name) ?? 0))

  async function draw(kind: CodeKind, year: number | undefined): Promise<string> {
    const name = nameOf(kind, year)
    const code = await codes.next(kind, year)
    const number = Number(code.slice(code.lastIndexOf('-') + 1))
    const known = last.get(name)
    if (known !== undefined && number > known + MOST_AHEAD)
      throw new CounterWrong(name, `hardly more than ${known}`, String(number))
    if (known !== undefined && number <= known) {
      await codes.raiseTo(kind, year, known)
      return draw(kind, year)
    }
    raise(name, number)
    return code
  }

  return {
    async next(kind, year) {
      const name = nameOf(kind, year)
      const own = (drawing.get(name) ?? Promise.resolve()).catch(() => undefined).then(() => draw(kind, year))
      drawing.set(name, own)
      return own
    },
    async raiseTo(kind, year, number) {
      await codes.raiseTo(kind, year, number)
      raise(nameOf(kind, year), number)
    },
  }
}
