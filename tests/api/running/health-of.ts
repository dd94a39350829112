import type { PartName } from '../../../api/running/parts.ts'
import type { TestApp } from '../../support/app.ts'

/** What anybody is told at /api/health. */
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
  readonly read_models: readonly { readonly name: string; readonly state: string; readonly lag: number }[]
}

export const healthOf = async ({ app }: Pick<TestApp, 'app'>): Promise<Health> =>
  (await app.inject({ url: '/api/health' })).json<{ data: Health }>().data
