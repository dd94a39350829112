import { DisputeCommented } from '#api/money/contracts/dispute-chat.ts'
import { Done } from '#api/contracts/done.ts'
import { confirmFunds, finishFunding, moveFunds } from '#commands/money/funding/move-funds.ts'
import { handle, load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { registerPatient } from '#commands/care/patient/register-patient.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { permissionIdOf } from '#commands/people/role/permission-id.ts'
import { deleteRole } from '#commands/people/role/delete-role.ts'
import { changeHospital } from '#commands/people/user/change-staff.ts'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import { loadGranter, loadRoleFacts } from '#commands/people/user/role-facts.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { finishImport } from '#commands/catalogue/price-import/import-prices.ts'
import { addService } from '#commands/catalogue/service/add-service.ts'
import { deleteService } from '#commands/catalogue/service/delete-service.ts'
import { editService } from '#commands/catalogue/service/edit-service.ts'
import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { ALL_COES, coeRegister } from '#domain/catalogue/coe-register/coe-register.ts'
import type { AnyCommand, Decider } from '#domain/kernel/decider.ts'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { FUNDING_PERMISSIONS } from '#domain/money/funding/second-person.ts'
import { calendar, HOLIDAYS } from '#domain/people/calendar/calendar.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { patient } from '#domain/care/patient/patient.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { invoice } from '#domain/money/invoice/invoice.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { permission } from '#domain/people/permission/permission.ts'
import { ALL_ROLES, roleTree } from '#domain/people/role-tree/role-tree.ts'
import { role } from '#domain/people/role/role.ts'
import { priceImport } from '#domain/catalogue/price-import/price-import.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { stock, stockId } from '#domain/catalogue/stock/stock.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { user } from '#domain/people/user/user.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { referenceProductId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { generate, giveBackInvoice, takeFrom } from '#tests/api/money/invoices/invoicing.ts'
import { command } from '#tests/support/command.ts'
import { type Bill, CHAIN_PEOPLE, giveBack, type Ministry, step } from '#tests/api/money/payments/ministry.ts'

const system = { kind: 'system' } as const
const known = {
  phoneAlt: null,
  nhisNo: null,
  identificationId: null,
  identificationNumber: null,
  ailmentStage: 2,
  lgaId: null,
  stateOfResidence: null,
  primaryPhysicianId: null,
}

/** What is known of a patient's illness and state is written down, or written anew. */
export async function recordInformation(ministry: Ministry, patientId: string, ailmentId: string, stateId: string) {
  const data = { patientId, address: '1 Road', city: 'Kano', ...known, ailmentId, stateId }
  await must(ministry, patient, patientId, command('RecordPatientInformation', data))
}

/** Gives everything in the portal that can be given another name, place, price or state another one. */
export async function changeEverything(ministry: Ministry): Promise<void> {
  const { demo, coeId, otherCoeId } = ministry
  const { handler } = demo.context
  await renamePeople(ministry)
  for (const [id, name] of [
    [coeId, 'Renamed Hospital'],
    [otherCoeId, 'Another Hospital'],
  ] as const) {
    const details = { name, type: 'State', address: 'Elsewhere', capId: 'CAP-NEW', stateId: '1' } as const
    await must(ministry, coe, id, command('ChangeCoeDetails', { coeId: id, ...details }))
  }
  const [first, second] = DEMO_PEOPLE.filter(({ role: name }) => name === 'PATIENT')
  await recordInformation(ministry, first?.userId ?? '', '3', '30')
  await recordInformation(ministry, second?.userId ?? '', '4', '31')
  const added = { emailVerified: true, lastName: 'Newcomer', phoneNumber: '08030000000' }
  const registrar = { handler, emailSecret: demo.context.emailSecret, codes: demo.context.codes }
  const asPatient = {
    ...added,
    patientId: newId(Date.now()),
    email: 'new.patient@chf.example',
    firstName: 'New',
    coeId,
  }
  await registerPatient(registrar, command('RegisterPatient', asPatient))
  const asStaff = { ...added, userId: newId(Date.now()), email: 'new.staff@chf.example', firstName: 'New', coeId }
  const staff = { ...asStaff, roles: [roleIdOf('HELP_DESK')], granter: 'system' as const }
  await registerUser(registrar, command('RegisterUser', staff))

  const [serviceId, productId] = [referenceServiceId('CO01'), referenceProductId(MEDICINES[0]?.id ?? '')]
  await must(ministry, service, serviceId, command('ChangeServicePrice', { serviceId, price: kobo(77_00) }))
  await must(ministry, service, serviceId, command('PriceServiceAtCoe', { serviceId, coeId, price: kobo(88_00) }))
  const withdraw = { serviceId, coeId: otherCoeId }
  await must(ministry, service, serviceId, command('PriceServiceAtCoe', { ...withdraw, price: kobo(99_00) }))
  await must(ministry, service, serviceId, command('WithdrawServiceFromCoe', withdraw))
  const planned = { serviceId, from: '2026-03-09', price: kobo(70_00) }
  await must(ministry, service, serviceId, command('PlanServicePrice', planned))
  await must(ministry, service, serviceId, command('PlanServicePrice', { ...planned, coeId, from: '2026-04-01' }))
  await must(ministry, service, serviceId, command('WithdrawPlannedPrice', { serviceId, coeId, from: '2026-04-01' }))
  const newService = {
    serviceId: newId(Date.now()),
    name: 'New service',
    code: 'NEW1',
    price: kobo(10_00),
    categoryId: 1,
  }
  await addService(handler, command('AddService', newService))
  const { serviceId: editedId } = newService
  const edited = { serviceId: editedId, name: 'Edited', code: 'NEW2', price: kobo(11_00), parentId: serviceId }
  await editService(handler, command('EditService', edited), 3)
  const importId = newId(Date.now())
  const repriced = [{ serviceId: referenceServiceId('LB07'), prices: [{ price: kobo(12_00) }] }]
  const imported = command('RequestPriceImport', { importId, services: repriced })
  await must(ministry, priceImport, importId, imported)
  await finishImport(handler, importId, imported)
  const deletedId = referenceServiceId('LB08')
  await deleteService(handler, command('DeleteService', { serviceId: deletedId }))
  const renamed = { categoryId: 1, name: 'Renamed', code: 'REN' }
  await must(ministry, category, ALL_CATEGORIES, command('RenameCategory', renamed))
  for (const type of ['AttachRole', 'DetachRole'] as const)
    await must(ministry, category, ALL_CATEGORIES, command(type, { categoryId: 2, roleId: roleIdOf('PHARMACIST') }))
  await must(ministry, category, ALL_CATEGORIES, command('AttachRole', { categoryId: 2, roleId: roleIdOf('DOCTOR') }))
  await must(ministry, category, ALL_CATEGORIES, command('AddCategory', { name: 'Added', code: 'ADD' }))
  await must(ministry, category, ALL_CATEGORIES, command('AddCategory', { name: 'Gone', code: 'GONE' }))
  const { last: categoryId } = await load(handler, category, ALL_CATEGORIES)
  await must(ministry, category, ALL_CATEGORIES, command('DeleteCategory', { categoryId }))
  await must(ministry, product, productId, command('ChangeProductPrice', { productId, price: kobo(66_00) }))
  const facts = { name: 'New drug', description: 'Tablet', manufacturerId: 'm9', manufacturerName: 'Newmed' }
  const newProduct = { productId: newId(Date.now()), ...facts, price: kobo(5_00) }
  await must(ministry, product, newProduct.productId, command('ListProduct', newProduct))
  const described = { ...facts, productId: newProduct.productId, name: 'Renamed drug', price: kobo(5_00) }
  await must(ministry, product, newProduct.productId, command('EditProduct', described))
  const about = { productId, coeId }
  const moves = [
    command('ReceiveStock', { ...about, quantity: 40 }),
    command('RemoveStock', { ...about, quantity: 3, reason: 'Expired' }),
    command('CountStock', { ...about, quantity: 36, reason: 'Counted' }),
  ] as const
  for (const move of moves) await must(ministry, stock, stockId(about), move)

  await moveSomeMoney(ministry)
  const delist = { productId: referenceProductId(MEDICINES[1]?.id ?? '') }
  await must(ministry, product, delist.productId, command('DelistProduct', delist))
  const shares = { coe: 4_000, bank: 2_000, manufacturer: 2_000, emge: 2_000 }
  await must(ministry, setting, SITE, command('SetShares', shares))
  await must(ministry, setting, SITE, command('SetFundingCap', { amount: kobo(5_00) }))
  const deadlines = { cmd: 27, initiate: 1, recommend: 2, approve: 3, dfa: 4, permsec: 5 }
  const proposeLimit = async (amount: number) => {
    const proposing = command('ProposeSecondPersonAbove', { amount: kobo(amount), reason: 'Prices' })
    await must(ministry, setting, SITE, proposing)
    return { request: proposing.id }
  }
  const confirmer = { by: demoPerson('SUPER_ADMIN', 1).userId }
  await must(ministry, setting, SITE, command('WithdrawSecondPersonAbove', await proposeLimit(7_00)))
  const declining = { ...(await proposeLimit(7_00)), reason: 'Too high' }
  await must(ministry, setting, SITE, command('DeclineSecondPersonAbove', declining, confirmer))
  await must(ministry, setting, SITE, command('ConfirmSecondPersonAbove', await proposeLimit(6_00), confirmer))
  await must(ministry, setting, SITE, command('SetDeadlines', deadlines))
  await must(ministry, setting, SITE, command('SetTerms', { text: 'Be honest.' }))
  await must(ministry, setting, SITE, command('SetSupportLine', { number: '08000000200' }))
  // And not for good: whoever is asked below signs in by a password alone.
  for (const isDemanded of [true, false])
    await must(ministry, setting, SITE, command('SetSecondFactorDemand', { isDemanded }))
  const holiday = { day: '2027-10-01', name: 'National Day' }
  await must(ministry, calendar, HOLIDAYS, command('AddHoliday', holiday))
  await must(ministry, calendar, HOLIDAYS, command('RenameHoliday', { ...holiday, name: 'Independence Day' }))
  await must(ministry, calendar, HOLIDAYS, command('AddHoliday', { ...holiday, day: '2027-10-02' }))
  await must(ministry, calendar, HOLIDAYS, command('RemoveHoliday', { day: '2027-10-02' }))
  const item = { name: 'New', link: '/new', permission: null, icon: 'cash', category: 'side_menu' } as const
  const menuItemId = newId(Date.now())
  const place = { group: 'Reports', order: 99 } as const
  await must(ministry, menu, menuItemId, command('AddMenuItem', { menuItemId, ...item, ...place }))
  await must(ministry, menu, menuItemId, command('MoveMenuItem', { menuItemId, group: 'Work' as const, order: 98 }))
  await must(ministry, menu, menuItemId, command('RemoveMenuItem', { menuItemId }))
  const roleId = roleIdOf('CASHIER')
  const cashier = { roleId, role: 'CASHIER', description: 'Pays', reach: 'all' as const }
  await must(ministry, role, roleId, command('DefineRole', cashier))
  const granted = { roleId, granter: system }
  await must(ministry, role, roleId, command('AttachPermission', { ...granted, permission: 'VIEW_COE' as const }))
  await must(ministry, role, roleId, command('DetachPermission', { ...granted, permission: 'VIEW_COE' as const }))
  const parent = { ...granted, parentRoleId: roleIdOf('AUDITOR') }
  await must(ministry, role, roleId, command('AttachParentRole', parent))
  await must(ministry, role, roleId, command('DetachParentRole', parent))
  const permissionId = permissionIdOf('VIEW_WARD')
  const own = { permissionId, permission: 'VIEW_WARD', description: 'see the ward' }
  await must(ministry, permission, permissionId, command('AddPermission', own))
  const edge = { roleId, parentRoleId: roleIdOf('AUDITOR') }
  await must(ministry, roleTree, ALL_ROLES, command('PlaceRoleUnder', { ...edge, known: [] }))
  await must(ministry, roleTree, ALL_ROLES, command('TakeRoleFromUnder', edge))
  const passing = { roleId: roleIdOf('PASSING'), role: 'PASSING', description: 'Goes', reach: 'all' as const }
  await must(ministry, role, passing.roleId, command('DefineRole', passing))
  const someone = demoPerson('ANALYST', 1).userId
  const by = demoPerson('SUPER_ADMIN', 0).userId
  for (const roles of [[roleIdOf('SUPER_ADMIN'), passing.roleId], [roleIdOf('ANALYST')]])
    await assignRoles(handler, command('AssignRoles', { userId: someone, roles }, { by }))
  await deleteRole(handler, command('DeleteRole', { roleId: passing.roleId }, { by }))
  const asked = command('AssignRoles', { userId: someone, roles: [roleIdOf('ANALYST'), roleId] }, { by })
  const given = { facts: await loadRoleFacts(handler, asked.data.roles), granter: await loadGranter(handler, by) }
  await must(ministry, user, someone, { ...asked, data: { ...asked.data, ...given } })
  const refusing = { userId: someone, request: asked.id, refused: roleId }
  await must(ministry, user, someone, command('ConcludeRoles', refusing, { by }))
  await ministry.transfer(demoPerson('HELP_DESK', 1), 'SOCIAL_WORKER')
  for (const [type, nth] of [
    ['DeactivateUser', 0],
    ['MarkUserDeceased', 1],
  ] as const) {
    const { userId } = demoPerson('MDT', nth)
    await must(ministry, user, userId, command(type, { userId }))
  }
  const moving = { userId: demoPerson('HELP_DESK', 0).userId, coeId: otherCoeId }
  await changeHospital(handler, command('ChangeHospital', moving, { by }))
  const back = demoPerson('MDT', 0).userId
  await must(ministry, user, back, command('ActivateUser', { userId: back }))
  await must(ministry, coe, otherCoeId, command('DeactivateCoe', { coeId: otherCoeId, reason: 'Closed' }))
  await must(ministry, coe, coeId, command('DeactivateCoe', { coeId, reason: 'Closed' }))
  await must(ministry, coe, coeId, command('ActivateCoe', { coeId }))
  const bank = { accountName: 'Demo', accountNumber: '0123456789', sortCode: '011151003', bankName: 'Wema' }
  const propose = async (bankName: string) => {
    const proposing = command('ProposeCoeBank', { coeId, ...bank, bankName, toConfirm: [] })
    await must(ministry, coe, coeId, proposing)
    return { coeId, request: proposing.id }
  }
  const another = { by: demoPerson('SUPER_ADMIN', 1).userId }
  await must(ministry, coe, coeId, command('ConfirmCoeBank', await propose('Wema'), another))
  await must(ministry, coe, coeId, command('WithdrawCoeBank', await propose('Union')))
  await must(ministry, coe, coeId, command('DeclineCoeBank', { ...(await propose('Union')), reason: 'No' }, another))
  await propose('Zenith')
  const entered = { coeId: newId(Date.now()), code: 'ENTER' }
  await must(ministry, coeRegister, ALL_COES, command('EnterCoe', entered))
  await must(ministry, coeRegister, ALL_COES, command('TakeBackCoe', { coeId: entered.coeId }))
  const details = { name: 'Added', type: 'State', address: 'There', capId: 'CAP-ADD', stateId: '2' } as const
  const added2 = { coeId: newId(Date.now()), code: 'ADDED', ...details }
  await must(ministry, coe, added2.coeId, command('RegisterCoe', added2))
  await demo.context.caughtUp(await demo.context.log.head())
}

/** Every account gets another name, the patients' too. */
export async function renamePeople(ministry: Ministry): Promise<void> {
  for (const { userId, gender, dateOfBirth, phoneNumber } of DEMO_PEOPLE) {
    const profile = { firstName: 'Renamed', lastName: 'Person', phoneNumber, dateOfBirth, gender }
    await must(ministry, user, userId, command('ChangeUserProfile', { userId, ...profile }))
  }
}

/** Above a limit of nothing much: confirmed, declined, withdrawn, waiting, and confirmed in vain. */
async function moveByTwo({ demo: { context }, coeId }: Ministry): Promise<void> {
  const { handler } = context
  const [first, second] = [demoPerson('FUND_ADMIN', 0).userId, demoPerson('FUND_ADMIN', 1).userId]
  const limit = { above: kobo(1_00), toConfirm: [second] }
  const held = { permissions: FUNDING_PERMISSIONS }
  const propose = async (amount: number) => {
    const id = newId(Date.now())
    const asked = command('RequestAllocation', { coeId, amount: kobo(amount), ...limit }, { by: first })
    await moveFunds(handler, id, asked)
    return id
  }
  const gift = newId(Date.now())
  const given = { benefactor: 'Large benefactor', amount: kobo(8_00), ...limit }
  await moveFunds(handler, gift, command('RequestPoolCredit', given, { by: first }))
  await confirmFunds(handler, gift, command('ConfirmFunding', held, { by: second }))
  await confirmFunds(handler, await propose(2_00), command('ConfirmFunding', held, { by: second }))
  const decline = command('DeclineFunding', { ...held, reason: 'No' }, { by: second })
  await handle(handler, funding, await propose(2_01), decline)
  await handle(handler, funding, await propose(2_02), command('WithdrawFunding', { reason: 'A slip' }, { by: first }))
  await propose(2_03)
  const patientId = demoPerson('PATIENT', 0).userId
  const forPatient = { coeId, patientId, amount: kobo(2_04), reason: 'Care', cap: MAX_AMOUNT, ...limit }
  await moveFunds(handler, newId(Date.now()), command('RequestPatientFunding', forPatient, { by: first }))
  const [short, inVain] = [await propose(300_000_000_00), { ...held, room: kobo(300_000_000_00) }]
  const confirm = command('ConfirmFunding', inVain, { by: second })
  await handle(handler, funding, short, confirm)
  await finishFunding(handler, short, confirm)
}

async function moveSomeMoney(ministry: Ministry): Promise<void> {
  const { demo, coeId } = ministry
  const { handler } = demo.context
  await moveFunds(
    handler,
    newId(Date.now()),
    command('RequestPoolCredit', { benefactor: 'New benefactor', amount: kobo(9_00), above: MAX_AMOUNT }),
  )
  await moveFunds(
    handler,
    newId(Date.now()),
    command('RequestAllocation', { coeId, amount: kobo(7_00), above: MAX_AMOUNT }),
  )
  // More than there is: refused by the pool.
  await moveFunds(
    handler,
    newId(Date.now()),
    command('RequestAllocation', { coeId, amount: kobo(300_000_000_00), above: MAX_AMOUNT }),
  )
  await moveByTwo(ministry)
  const bills = [await ministry.billServices(1), await ministry.billDrugs(2)]
  for (const name of CHAIN_PEOPLE.slice(0, 4)) await step(ministry, name, bills)
  const permsec = await ministry.as('PERMSEC')
  await giveBack(permsec, bills.slice(1), 'Not this one')
  const answer = { transaction_id: bills[1]?.id ?? '', answer: 'It is the right one' }
  await (await ministry.as('PHARMACIST')).post('/api/coestaff/billings/answer', Done, answer)
  await step(ministry, 'PERMSEC', bills.slice(0, 1))
  const [stands, goesBack] = [await ministry.billServices(1), await ministry.billServices(2)]
  await disputed(ministry, stands, 'resolved')
  await disputed(ministry, goesBack, 'reversed')
  await disputed(ministry, stands)
  await moveSomeInvoices(ministry)
}

/** The first invoice goes back; others come, are paid, come to nothing, and wait. */
async function moveSomeInvoices(ministry: Ministry): Promise<void> {
  const { coeId, today } = ministry
  await giveBackInvoice(ministry, 'COE_ADMIN', `INV-${today.slice(0, 4)}-000001`, 'It is for another month')
  const { id } = await generate(ministry)
  await takeFrom(ministry, 'cmd', 'recommend', id)
  await giveBackInvoice(ministry, 'DHS', id, 'Not these')
  await takeFrom(ministry, 'initiate', 'permsec', (await generate(ministry, 'COE_ADMIN')).id)
  const late = await ministry.billServices(1)
  const [lost, transactionIds] = [newId(Date.now()), [late.id]]
  const asked = { reference: 'INV-2026-900000', coeId, periodStart: today, periodEnd: today, transactionIds }
  const at = new Date(ministry.demo.context.now()).toISOString()
  const request = { ...asked, leftOut: [], isByCmd: false, toTell: [] }
  await must(ministry, invoice, lost, command('RequestInvoice', request, { at }))
  const refused = 'transaction_disputed'
  await must(ministry, transaction, late.id, command('LeaveOutOfInvoice', { invoiceId: lost, refused }))
  const leftOut = [{ transactionId: late.id, refused }]
  await must(ministry, invoice, lost, command('CompleteInvoice', { lines: [], leftOut }))
  await generate(ministry)
}

/** A bill is disputed by the ministry, and the hospital may end that. */
async function disputed(ministry: Ministry, { id }: Bill, status?: 'resolved' | 'reversed'): Promise<void> {
  const { as } = ministry
  const raised = { transaction_id: id, comment: 'It was not given' }
  const { data } = await (await as('FINANCE')).post('/api/transactions/dispute', Done, raised)
  const said = { comment: 'Here is the chart' }
  await (await as('COE_ADMIN')).post(`/api/transactions/${id}/dispute/comments`, DisputeCommented, said)
  if (status === undefined) return
  const end = { transaction_id: id, status, comment: 'So it is' }
  const ended = await (await as('COE_ADMIN')).send('PUT', `/api/transactions/dispute/${data.id}`, end)
  if (ended.status !== 200) throw new Error(JSON.stringify(ended.body))
}

const demoPerson = (name: string, nth: number) => {
  const person = DEMO_PEOPLE.filter((one) => one.role === name)[nth]
  if (person === undefined) throw new Error(`No one is ${name}`)
  return person
}

async function must<S, C extends AnyCommand, E extends { type: string; data: object }, R extends string>(
  { demo }: Ministry,
  decider: Decider<S, C, E, R>,
  id: string,
  asked: C,
): Promise<void> {
  const done = await handle(demo.context.handler, decider, id, asked)
  if (done.outcome === 'refused') throw new Error(`${asked.type}: ${done.refusal.refused}`)
}
