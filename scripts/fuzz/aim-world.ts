import { sql } from 'kysely'
import type { AppContext } from '#api/context.ts'
import type { Callers, Person } from './callers.ts'
import type { Call } from './calls.ts'
import type { Operation } from './operations.ts'
import type { Answer, Sender } from './send.ts'

/** As many as there are, of what one call uses up. */
export const SEVERAL = 8

export type World = { readonly context: AppContext } & With

export type With = { readonly operations: readonly Operation[]; readonly sender: Sender; readonly callers: Callers }

type Ask = (by: Person, method: Operation['method'], path: string, body?: object) => Promise<Answer>

export const whoMay = ({ callers }: World, permission: string): readonly Person[] =>
  callers.people.filter(({ permissions }) => permissions.includes(permission))

export const asking = (world: World): Ask => {
  const send = sending(world)
  return (by, method, path, body) => {
    const call = { intent: 'valid', method, path } as const
    if (body === undefined) return send(by, call)
    return send(by, { ...call, body: { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) } })
  }
}

/** By somebody whose session this opens; what it finds out is no part of the run. */
export const sending =
  ({ sender, callers }: World) =>
  async (by: Person, call: Call): Promise<Answer> => {
    const answer = await sender.send(call, await callers.tokenOf(by.id))
    if (answer.status >= 300) throw new Error(`${call.method} ${call.path} was to prepare a call: ${answer.text}`)
    return answer
  }

export async function all<T>({ context }: World, query: string): Promise<readonly T[]> {
  return (await sql<T>`${sql.raw(query)}`.execute(context.db)).rows
}

export const firstOf = async <T>(world: World, query: string): Promise<T | undefined> => (await all<T>(world, query))[0]
