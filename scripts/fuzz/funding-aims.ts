import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { newId } from '#commands/ids.ts'
import { kobo } from '#domain/kernel/money.ts'
import { all, SEVERAL, whoMay, type World } from './aim-world.ts'
import type { Aim } from './calls.ts'
import type { Operation } from './operations.ts'
import { forEach } from './role-aims.ts'

/** Movements of funds that there are. */
export async function fundingsToRead(world: World): Promise<readonly Aim[]> {
  const rows = await all<{ id: string }>(world, `select id from funding order by at desc, id limit ${SEVERAL}`)
  return rows.map((params) => ({ params }))
}

/** Small credits that wait as large ones do, for the right person. */
export async function ownProposals(world: World, { url }: Operation): Promise<readonly Aim[]> {
  const [by = '', other = ''] = whoMay(world, 'CREDIT_POOL').map(({ id }) => id)
  const [end = ''] = url.split('/').slice(-1)
  return forEach(SEVERAL, async () => {
    const { handler, now } = world.context
    const funding_id = newId(now())
    const giver = end === 'withdraw' ? by : other
    const origin = { roles: [], permission: 'CREDIT_POOL', correlationId: funding_id }
    const data = { benefactor: 'Passing', amount: kobo(5_00), above: kobo(1) }
    const at = new Date(now()).toISOString()
    await moveFunds(handler, funding_id, { type: 'RequestPoolCredit', id: newId(now()), by: giver, at, origin, data })
    return { by, body: { funding_id, ...(end === 'confirm' ? {} : { reason: 'Passing' }) } }
  })
}
