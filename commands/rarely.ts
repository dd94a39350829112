import { plainErrorText } from '#domain/kernel/plain-error.ts'
import { LogUnavailable } from './log/event-log.ts'
import { isPassingFault } from './postgres.ts'

/** What an operator should hear of: the only place where the text of an error goes. */
export type Report = (message: string, error?: unknown) => void

const AGAIN_AFTER_MS = 60_000

/**
 * Says what repeats once a minute, with how often it was left unsaid since: an outage is a few lines, whatever it breaks
 * and however often that is tried again. A fault of the database that passes is one line; its stack says nothing.
 * `elapsed` are milliseconds that no change of a clock takes back.
 */
export function rarely(report: Report, elapsed: () => number): Report {
  const said = new Map<string, { readonly at: number; unsaid: number }>()
  return (message, error) => {
    const isPassing = isPassingFault(error) || error instanceof LogUnavailable
    const what = error === undefined ? message : `${message} (${plainErrorText(error)})`
    const before = said.get(what)
    if (before !== undefined && elapsed() - before.at < AGAIN_AFTER_MS) {
      before.unsaid += 1
      return
    }
    for (const [old, { at }] of said) if (elapsed() - at >= AGAIN_AFTER_MS) said.delete(old)
    said.set(what, { at: elapsed(), unsaid: 0 })
    const unsaid = before?.unsaid ?? 0
    const more = unsaid === 0 ? '' : `, and ${unsaid} times more since this was last said`
    if (isPassing) report(`${what}${more}`)
    else report(`${message}${more}`, error)
  }
}
