import { queryOptions } from '@tanstack/react-query'
import type { ActsOf, WhyNotAnswer } from '#api/money/contracts/why-not.ts'
import { api } from '#web/shell/api-client.ts'
import { newKey } from '#web/shell/submitting.ts'

/** The most that is asked about at once (MOST_ASKED of the contract, which would bring its schemas along). */
const MOST = 200

/** Of a long selection so many are asked about before a button is pressed; the pre-flight tells of the rest. */
export const askedFirst = (ids: readonly string[]): readonly string[] => ids.slice(0, MOST)

/** What is asked about: transactions, invoices. */
export type Kind = keyof WhyNotAnswer
type Waiting = {
  readonly kind: Kind
  readonly id: string
  readonly resolve: (acts: ActsOf['acts']) => void
  readonly reject: (cause: unknown) => void
}
let waiting: Waiting[] = []

/** What is asked about at the same time, as the rows of a list are, goes out in one call. */
function askTogether(kind: Kind, id: string): Promise<ActsOf['acts']> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(send)
    waiting.push({ kind, id, resolve, reject })
  })
}

function send() {
  const all = waiting
  waiting = []
  for (const kind of new Set(all.map((one) => one.kind))) {
    const own = all.filter((one) => one.kind === kind)
    for (let from = 0; from < own.length; from += MOST) void ask(kind, own.slice(from, from + MOST))
  }
}

async function ask(kind: Kind, some: readonly Waiting[]) {
  try {
    const ids = [...new Set(some.map(({ id }) => id))]
    const { data } = await api.post<typeof WhyNotAnswer>('/api/why_not', { [kind]: ids }, newKey())
    const told = new Map(data[kind]?.map(({ id, acts }) => [id, acts]))
    for (const { id, resolve } of some) resolve(told.get(id) ?? [])
  } catch (cause) {
    for (const { reject } of some) reject(cause)
  }
}

/** What the reader may do with a record now, by the server's own decision; and why not, and who could. */
export const actsQuery = (kind: Kind, id: string) =>
  queryOptions({ queryKey: ['/api/why_not', kind, id], queryFn: () => askTogether(kind, id), retry: false })
