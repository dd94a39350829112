import { handle } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import type { CoeBank } from '#domain/catalogue/coe/events.ts'
import { PILOT_HOSPITALS, type PilotHospital } from '#domain/catalogue/reference/hospitals.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { installed } from '#scripts/demo/installation.ts'
import { officeTime } from '#scripts/demo/story/calendar.ts'
import { type Actor, type Story, type StoryWorld, told } from '#scripts/demo/story/world.ts'
import { pilotCoeId } from './reference.ts'

const [FIRST, SECOND] = DEMO_PEOPLE.filter(({ role }) => role === 'SUPER_ADMIN')

/** On a day (YYYY-MM-DD) one administrator says where each pilot hospital is paid, and another confirms it. */
export async function confirmBanks(world: StoryWorld, story: Story, day: string): Promise<void> {
  for (const { code, name, bankName, bankAccountNumber, bankSortCode } of PILOT_HOSPITALS) {
    const bank = { accountName: name, accountNumber: bankAccountNumber, sortCode: bankSortCode, bankName }
    const request = await propose(world, story, code, bank, officeTime(day, 10))
    const data = { coeId: pilotCoeId(code), request }
    const confirm = told(story, 'ConfirmCoeBank', [request], actor(SECOND), 'CREATE_COE', officeTime(day, 40), data)
    installed(await handle(world.handler, coe, data.coeId, confirm), 'coe_bank_not_waiting')
  }
}

/** At the end of a day one of them moves to another bank, which waits for somebody to confirm it. */
export async function leaveBankWaiting(world: StoryWorld, story: Story, day: string): Promise<void> {
  const moving: PilotHospital | undefined = PILOT_HOSPITALS.at(-1)
  if (moving === undefined) throw new Error('There is no pilot hospital')
  const bank = {
    ...{ accountName: moving.name, accountNumber: '5600821174', sortCode: '214150018' },
    bankName: 'First City Monument Bank',
  }
  await propose(world, story, moving.code, bank, officeTime(day, 590))
}

async function propose(world: StoryWorld, story: Story, code: string, bank: CoeBank, at: string): Promise<string> {
  const coeId = pilotCoeId(code)
  const about = [coeId, bank.accountNumber]
  const toConfirm = [actor(SECOND).userId]
  const command = told(story, 'ProposeCoeBank', about, actor(FIRST), 'CREATE_COE', at, { coeId, ...bank, toConfirm })
  installed(await handle(world.handler, coe, coeId, command), 'coe_bank_waiting')
  return command.id
}

function actor(person: (typeof DEMO_PEOPLE)[number] | undefined): Actor {
  if (person === undefined) throw new Error('The demo has two who administer hospitals')
  return { userId: person.userId, role: person.role }
}
