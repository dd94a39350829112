import type pg from 'pg'
import type { StoryOrder } from '#scripts/demo/story/world.ts'

/** Puts an order of a story where the local product service keeps its own; the same order again changes nothing. */
export async function recordOrder(pool: pg.Pool, order: StoryOrder): Promise<void> {
  const { id, patientId, coeId, orderedBy, at } = order
  await pool.query(
    `insert into product_order (id, patient_id, coe_id, ordered_by, ordered_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [id, patientId, coeId, orderedBy, at],
  )
}
