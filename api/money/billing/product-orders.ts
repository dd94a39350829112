import type { WantedLine } from '#commands/money/transaction/price-lines.ts'
import { columnsOf, isSigned, rowMac } from '#commands/signed-rows.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError } from '#api/http-error.ts'
import { PRODUCT_ORDER } from '#api/signed-tables.ts'

/** An order at the local product service, for one patient of one hospital. */
export type ProductOrder = {
  readonly id: string
  readonly patientId: string
  readonly coeId: string
  readonly products: readonly WantedLine[]
}

/** Keeps an order; one whose id is there changes nothing. `at`: ISO, UTC. */
export async function keepOrder(
  { pool, rowMacs }: Pick<AppContext, 'pool' | 'rowMacs'>,
  { id, patientId, coeId, products }: ProductOrder,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<void> {
  const row = { id, patient_id: patientId, coe_id: coeId, ordered_by: by, ordered_at: at, products }
  await pool.query(
    `insert into product_order (id, patient_id, coe_id, products, ordered_by, ordered_at, mac)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [id, patientId, coeId, JSON.stringify(products), by, at, rowMac(rowMacs, PRODUCT_ORDER, row)],
  )
}

/**
 * Takes an order (the local stand-in for the product service: domain.md, Outside services). An id that is known already
 * keeps what it was first given with: that is what comes back.
 */
export async function placeOrder(context: AppContext, order: ProductOrder, orderedBy: string): Promise<ProductOrder> {
  await keepOrder(context, order, { by: orderedBy, at: new Date(context.now()).toISOString() })
  const kept = await findOrder(context, order.id)
  if (kept === undefined) throw new HttpError(410, 'This order has changed. Order again.')
  return kept
}

/** Undefined where there is none, or none that the portal wrote. */
export async function findOrder({ pool, rowMacs }: AppContext, id: string): Promise<ProductOrder | undefined> {
  const { rows } = await pool.query<Row>(`select ${columnsOf(PRODUCT_ORDER)} from product_order where id = $1`, [id])
  const [row] = rows
  if (row === undefined || !isSigned(rowMacs, PRODUCT_ORDER, row)) return undefined
  return { id: row.id, patientId: row.patient_id, coeId: row.coe_id, products: row.products }
}

type Row = {
  readonly id: string
  readonly patient_id: string
  readonly coe_id: string
  readonly ordered_by: string
  readonly ordered_at: string
  readonly products: readonly WantedLine[]
  readonly mac: string
}

/** Whether two lists hold the same drugs in the same quantities, in whatever order and however split into lines. */
export function sameDrugs(left: readonly WantedLine[], right: readonly WantedLine[]): boolean {
  const [some, others] = [quantities(left), quantities(right)]
  return some.size === others.size && [...some].every(([itemId, quantity]) => others.get(itemId) === quantity)
}

function quantities(lines: readonly WantedLine[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { itemId, quantity } of lines) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity)
  return sums
}
