import type { PartName } from '#api/running/parts.ts'
import type { TestApp } from '#tests/support/app.ts'

/** What anybody is told at /api/health, which looks in the background: here once more now. */
export type Health = {
  readonly status: string
  readonly says: readonly string[]
  readonly parts: readonly {
    readonly name: PartName
    readonly state: string
    readonly here: boolean
    readonly failures: number
    readonly last_failed_at?: string
  }[]
  readonly calls: { readonly under_way: number; readonly turned_away: number }
  readonly lanes: readonly { readonly name: string; readonly turned_away: number }[]
  readonly processes: readonly {
    readonly name: string
    readonly state: string
    readonly open: number
    readonly failing: number
    readonly dead: number
  }[]
  readonly integrity: {
    readonly open: number
    readonly decided: readonly { readonly positions: readonly string[] }[]
    readonly checked?: { readonly different: number }
  }
  readonly outbox?: { readonly waiting: number; readonly failing: number; readonly dead: number }
  readonly read_models: readonly { readonly name: string; readonly state: string; readonly lag: number }[]
}

export async function healthOf({ app, context }: Pick<TestApp, 'app' | 'context'>): Promise<Health> {
  await context.lostTables.look().catch(() => undefined)
  await context.glance.look().catch(() => undefined)
  return (await app.inject({ url: '/api/health' })).json<{ data: Health }>().data
}
