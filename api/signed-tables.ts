import type pg from 'pg'
import { signOldDestroyed } from '#commands/log/postgres/keys.ts'
import { signOldMails } from '#commands/processes/ended-mail.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import { type SignedTable, signOldRowsOf } from '#commands/signed-rows.ts'
import { DOCUMENT } from './documents/document-row.ts'
import { EXPORT_MANIFEST } from './report/manifests.ts'

/** What drugs may be billed stands in an order: each is under a MAC as a whole. */
export const PRODUCT_ORDER = {
  name: 'product_order',
  columns: {
    ...({ id: 'text', patient_id: 'text', coe_id: 'text', ordered_by: 'text' } as const),
    ...({ ordered_at: 'time', products: 'json' } as const),
  },
} satisfies SignedTable

/** What people trust and no log gives back: each row is under a MAC as a whole (docs/decisions/0069). */
export const SIGNED_TABLES: readonly SignedTable[] = [DOCUMENT, PRODUCT_ORDER, EXPORT_MANIFEST]

/** Takes the rows from before they had MACs under theirs, once, but for passwords; `ownerUrl` may change the tables. */
export async function signOldTables(
  pool: pg.Pool,
  ownerUrl: string,
  { macs, wrappingKey }: { readonly macs: RowMacs; readonly wrappingKey: Buffer },
): Promise<void> {
  await signOldMails(pool, ownerUrl, macs)
  await signOldDestroyed(pool, ownerUrl, wrappingKey)
  for (const table of SIGNED_TABLES) await signOldRowsOf(pool, ownerUrl, macs, table)
}
