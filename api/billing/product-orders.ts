import { newId } from '../../commands/ids.ts'
import type { AppContext } from '../context.ts'

/** An order at the local product service, for one patient of one hospital. */
export type ProductOrder = { readonly id: string; readonly patientId: string; readonly coeId: string }

/** Takes an order (the local stand-in for the product service: domain.md, Outside services). */
export async function placeOrder(
  { pool, now }: AppContext,
  order: Omit<ProductOrder, 'id'> & { readonly orderedBy: string },
): Promise<string> {
  const id = newId(now())
  await pool.query(
    'insert into product_order (id, patient_id, coe_id, ordered_by, ordered_at) values ($1, $2, $3, $4, $5)',
    [id, order.patientId, order.coeId, order.orderedBy, new Date(now())],
  )
  return id
}

export async function findOrder({ pool }: AppContext, id: string): Promise<ProductOrder | undefined> {
  const { rows } = await pool.query<{ id: string; patient_id: string; coe_id: string }>(
    'select id, patient_id, coe_id from product_order where id = $1',
    [id],
  )
  const [row] = rows
  return row === undefined ? undefined : { id: row.id, patientId: row.patient_id, coeId: row.coe_id }
}
