import type { WantedLine } from '#commands/money/transaction/price-lines.ts'
import type { AppContext } from '#api/context.ts'

/** An order at the local product service, for one patient of one hospital. */
export type ProductOrder = {
  readonly id: string
  readonly patientId: string
  readonly coeId: string
  readonly products: readonly WantedLine[]
}

/**
 * Takes an order (the local stand-in for the product service: domain.md, Outside services). An id that is known already
 * keeps what it was first given with: that is what comes back.
 */
export async function placeOrder(context: AppContext, order: ProductOrder, orderedBy: string): Promise<ProductOrder> {
  const { id, patientId, coeId, products } = order
  await context.pool.query(
    `insert into product_order (id, patient_id, coe_id, products, ordered_by, ordered_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`,
    [id, patientId, coeId, JSON.stringify(products), orderedBy, new Date(context.now())],
  )
  const kept = await findOrder(context, id)
  if (kept === undefined) throw new Error(`Order ${id} was placed and is not there`)
  return kept
}

export async function findOrder({ pool }: AppContext, id: string): Promise<ProductOrder | undefined> {
  const { rows } = await pool.query<{ id: string; patient_id: string; coe_id: string; products: WantedLine[] }>(
    'select id, patient_id, coe_id, products from product_order where id = $1',
    [id],
  )
  const [row] = rows
  if (row === undefined) return undefined
  return { id: row.id, patientId: row.patient_id, coeId: row.coe_id, products: row.products }
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
