import { handle } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { SEVERAL, whoMay, type World } from './aim-world.ts'
import type { Aim } from './calls.ts'
import type { Operation } from './operations.ts'
import { forEach } from './role-aims.ts'

let made = 0
const details = {
  ...{ coe_name: 'Passing hospital', coe_type: 'State', coe_address: '1 Passing Road, Ikeja', coe_id_cap: 'CAP-PASS' },
  state_id: 25,
}
/** Under a code and an e-mail of its own. */
const coeBody = () => {
  made += 1
  return {
    ...{ ...details, coe_code: `P${made}`, first_name: 'Ada', last_name: 'Obi' },
    ...{ email: `passing-${made}@hospitals.example`, phone_number: '08012345678' },
  }
}
const account = { accountName: 'Passing', accountNumber: '0123456789', sortCode: '011151003', bankName: 'Wema' }
const bank = {
  ...{ bank_account_name: 'Passing', bank_account_number: '0123456789' },
  ...{ bank_sort_code: '011151003', bank_name: 'Wema' },
}

/** Hospitals to be created; hospitals that nobody works at, to be changed, with bank details that wait for the right person. */
export async function ownCoes(world: World, { method, url }: Operation): Promise<readonly Aim[]> {
  const [by = '', other = ''] = whoMay(world, 'CREATE_COE').map(({ id }) => id)
  if (method === 'POST' && url === '/api/coes') return forEach(SEVERAL, async () => ({ by, body: coeBody() }))
  const [end = ''] = url.split('/').slice(-1)
  return forEach(SEVERAL, async () => {
    const { handler, now } = world.context
    const id = newId(now())
    const give = async (command: Pick<Parameters<typeof coe.decide>[0], 'type' | 'data'>, giver: string) => {
      const at = new Date(now()).toISOString()
      const origin = { roles: [], permission: 'CREATE_COE', correlationId: id }
      const whole = { ...command, id: newId(now()), by: giver, at, origin } as Parameters<typeof coe.decide>[0]
      await handle(handler, coe, id, whole)
      return whole.id
    }
    const known = { name: 'Passing', type: 'State' as const, address: 'Passing Road', capId: 'CAP', stateId: '25' }
    await give({ type: 'RegisterCoe', data: { coeId: id, code: 'PASS', ...known } }, by)
    const params = { id }
    if (method === 'PUT') return { by, params, body: details }
    if (end === 'bank') return { by, params, body: bank }
    if (end === 'deactivate') return { by, params, body: { reason: 'Passing' } }
    if (end === 'activate') return { by, params }
    const giver = end === 'withdraw' ? by : other
    const proposal = await give({ type: 'ProposeCoeBank', data: { coeId: id, ...account, toConfirm: [] } }, giver)
    return { by, params, body: { proposal, ...(end === 'decline' ? { reason: 'Passing' } : {}) } }
  })
}
