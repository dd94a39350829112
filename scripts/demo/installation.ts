import type { Origin } from '#domain/kernel/decider.ts'
import type { Credentials } from '#commands/people/user/credentials.ts'
import type { Codes } from '#commands/codes.ts'
import type { Handled, Handler } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { digestOf } from '#domain/kernel/digest.ts'

/** What loading needs. `at` (ISO, UTC) is the business date of everything loaded: the day the portal opened. */
export type Installation = { readonly handler: Handler; readonly at: string }

/** What people need beside it. */
export type PeopleInstallation = Installation & {
  readonly credentials: Credentials
  readonly codes: Codes
  readonly emailSecret: string
}

const origin: Origin = { roles: [], permission: 'INSTALL', correlationId: deriveId('installation') }

/** A command of the installation. Its id derives from what it says: given again it adds nothing. */
export function installing<T extends string, D>(installation: Installation, type: T, stream: string, data: D) {
  const id = deriveId('installation', type, stream, digestOf(data))
  return { type, id, data, by: 'system', at: installation.at, origin }
}

/** Passes over a refusal that says an administrator has had a hand in it since; any other is a bug in what is loaded. */
export function installed<S, R extends string>(handled: Handled<S, R>, ...expected: readonly R[]): S {
  if (handled.outcome === 'refused' && !expected.includes(handled.refusal.refused))
    throw new Error(`Could not install: ${JSON.stringify(handled.refusal)}`)
  return handled.state
}

/** Does something to every item, so many at once. */
export async function atOnce<T>(limit: number, items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: limit }, work))
}
