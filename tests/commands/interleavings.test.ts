import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { category } from '#domain/catalogue/category/category.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { coeRegister } from '#domain/catalogue/coe-register/coe-register.ts'
import { capClaim } from '#domain/care/cap-claim/cap-claim.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import { disputeNotice } from '#domain/money/dispute-notice/dispute-notice.ts'
import { dispute } from '#domain/money/dispute/dispute.ts'
import { calendar } from '#domain/people/calendar/calendar.ts'
import { fundingDay } from '#domain/money/funding-day/funding-day.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { invoice } from '#domain/money/invoice/invoice.ts'
import type { AnyCommand, AnyEvent, Decider } from '#domain/kernel/decider.ts'
import { kobo } from '#domain/kernel/money.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { paymentNotice } from '#domain/money/payment-notice/payment-notice.ts'
import { patient } from '#domain/care/patient/patient.ts'
import { priceImport } from '#domain/catalogue/price-import/price-import.ts'
import { product } from '#domain/catalogue/product/product.ts'
import { permission } from '#domain/people/permission/permission.ts'
import { role } from '#domain/people/role/role.ts'
import { roleTree } from '#domain/people/role-tree/role-tree.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { setting } from '#domain/people/setting/setting.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { stock } from '#domain/catalogue/stock/stock.ts'
import { transaction } from '#domain/money/transaction/transaction.ts'
import { user } from '#domain/people/user/user.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { comment, end, raise } from '#tests/domain/money/dispute/disputes.ts'
import { ends, proposed } from '#tests/domain/money/large-allocation.ts'
import { answerTo, sendBack, take } from '#tests/domain/money/transaction/bills.ts'
import { command } from '#tests/support/command.ts'
import { interleave } from '#tests/support/interleaving.ts'
import { allOf, billed, drug, enrolment, hospital, item, move, registration, useCode } from './interleaved.ts'
import { twoClaims, twoCredits, twoMessages, twoNotices } from './interleaved-sums.ts'
import { ON_ONE_LIMIT } from './interleaved-limit.ts'
import { anInvoice, ON_ONE_BILL, ON_ONE_INVOICE } from './interleaved-invoices.ts'
import { ROOT, sourceFiles, textOf } from '#tests/support/source-files.ts'

// Every decider meets random interleavings in its own tests (decider-properties.ts). Here are all of them, up to a
// bound, for pairs of calls of which the second must hear of the first.

const TURNS = [0, 1, 4, 16]
// More steps seldom bring the calls to the log in another order.
const STEPS = 3

/** Every way to delay the first steps of readings and appends; later ones take no time. */
function* everyDelay(): Generator<readonly number[]> {
  for (let number = 0; number < TURNS.length ** STEPS; number += 1) {
    const digits = number.toString(TURNS.length).padStart(STEPS, '0')
    yield [...digits].map((digit) => TURNS[Number(digit)] ?? 0)
  }
}

/** The categories whose invariant is tried below. */
const tried = new Set<string>()

function inEveryOrder<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  name: string,
  decider: Decider<S, C, E, R>,
  before: () => readonly C[],
  calls: () => readonly C[],
): void {
  tried.add(decider.category)
  test(name, async () => {
    const cameOfIt = new Set<string>()
    for (const delays of everyDelay()) {
      // In one process the second hears of the first by what is folded there; in two by the log, which has them in either order.
      for (const areApart of [false, true]) {
        const steps = delays.values()
        const all = calls().map((one, index) => ({ command: one, process: areApart ? index : 0 }))
        cameOfIt.add(await interleave(decider, before(), all, () => steps.next().value ?? 0))
      }
    }
    expect(cameOfIt.size).toBeGreaterThan(1)
  })
}

describe('whatever comes late, each decision stands on what it was taken on', () => {
  inEveryOrder(
    'two debits of all there is: a wallet never goes below zero',
    wallet,
    () => [command('CreditWallet', move('t1', 100))],
    () => [command('DebitWallet', move('t2', 100)), command('DebitWallet', move('t3', 100))],
  )
  inEveryOrder(
    'one transfer by two commands: it has one effect',
    wallet,
    () => [],
    () => [command('CreditWallet', move('t1', 100)), command('CreditWallet', move('t1', 100))],
  )
  inEveryOrder(
    'one person and one step of a payment, by two commands: four eyes',
    transaction,
    () => [...billed(), take('initiate', 'ade')],
    () => [take('recommend', 'bisi'), take('recommend', 'bisi')],
  )
  for (const [name, before, calls] of ON_ONE_BILL) inEveryOrder(name, transaction, before, calls)
  for (const [name, calls] of ON_ONE_INVOICE) inEveryOrder(name, invoice, anInvoice, calls)
  inEveryOrder(
    'a dispute withdrawn and reversed, and a message: one of the two, and nothing is said behind it',
    dispute,
    () => [raise('ade')],
    () => [comment('biller'), end('ade', 'withdrawn'), end('bisi', 'reversed')],
  )
  inEveryOrder(
    'a return answered, and its bill initiated again by who answers: one of the two',
    transaction,
    () => [...billed(), take('initiate', 'ade'), sendBack('bisi', ['recommend'], 'Wrong price')],
    () => [answerTo('chidi'), take('initiate', 'chidi')],
  )
  inEveryOrder(
    'one answer by two commands: once',
    transaction,
    () => [...billed(), take('initiate', 'ade'), sendBack('bisi', ['recommend'], 'Wrong price')],
    () => [answerTo('chidi'), answerTo('chidi')],
  )
  inEveryOrder(
    'a funding completed and refused: one of the two',
    funding,
    () => [command('RequestAllocation', { coeId: 'coe-1', amount: kobo(500) })],
    () => [command('CompleteFunding', {}), command('RefuseFunding', { refused: 'funding_source_short' })],
  )
  inEveryOrder('two credits of one person: the second is added to the first', fundingDay, () => [], twoCredits)
  inEveryOrder('two steps that make bills ready for an office: one mail', paymentNotice, () => [], twoNotices)
  inEveryOrder('two messages in a dispute: nobody is mailed twice', disputeNotice, () => [], twoMessages)
  inEveryOrder('a large allocation that two confirm and one withdraws: one of the three', funding, proposed, ends)
  inEveryOrder('two people and one e-mail: one holder', emailClaim, () => [], twoClaims)
  inEveryOrder('two people and one CAP number: one holder', capClaim, () => [], twoClaims)
  inEveryOrder(
    'two steps of the chain for one role: at most one',
    role,
    () => [command('DefineRole', { roleId: 'r1', role: 'CASHIER', description: 'Pays', reach: 'all' as const })],
    () => [
      command('AttachPermission', {
        roleId: 'r1',
        permission: 'INITIATE_PAYMENT' as const,
        granter: { kind: 'system' as const },
      }),
      command('AttachPermission', {
        roleId: 'r1',
        permission: 'DFA_APPROVAL' as const,
        granter: { kind: 'system' as const },
      }),
    ],
  )
  inEveryOrder(
    'a role given to somebody and deleted: one of the two',
    role,
    () => [command('DefineRole', { roleId: 'r1', role: 'CASHIER', description: 'Pays', reach: 'all' as const })],
    () => [
      command('TakeRole', { roleId: 'r1', userId: 'ada', request: 'q1' }),
      command('DeleteRole', { roleId: 'r1', free: [], granter: { kind: 'system' as const } }),
    ],
  )
  inEveryOrder(
    'two who take a role from one another: one of them',
    role,
    () => [command('DefineRole', { roleId: 'r1', role: 'SUPER_ADMIN', description: 'Runs it', reach: 'all' as const })],
    () => [
      command('LeaveRole', { roleId: 'r1', userId: 'ada', request: 'q1' }, { by: 'bola' }),
      command('LeaveRole', { roleId: 'r1', userId: 'bola', request: 'q2' }, { by: 'ada' }),
    ],
  )
  inEveryOrder(
    'two roles put each under the other at once: one of them',
    roleTree,
    () => [],
    () => [
      command('PlaceRoleUnder', { roleId: 'a', parentRoleId: 'b', known: [] }),
      command('PlaceRoleUnder', { roleId: 'b', parentRoleId: 'a', known: [] }),
    ],
  )
  inEveryOrder(
    'one permission added twice: once',
    permission,
    () => [],
    () =>
      ['One', 'Two'].map((description) =>
        command('AddPermission', { permissionId: 'p1', permission: 'VIEW_WARD', description }),
      ),
  )
  inEveryOrder(
    'two categories at once: ids without a gap, and one of two with one name',
    category,
    () => [command('AddCategory', { name: 'Consultation', code: 'CONS' })],
    () => [
      command('AddCategory', { name: 'Scans', code: 'SCAN' }),
      command('AddCategory', { name: 'scans', code: 'SCAN2' }),
    ],
  )
  inEveryOrder(
    'a category deleted and a service placed in it: one of the two',
    category,
    () => [command('AddCategory', { name: 'Scans', code: 'SCAN' })],
    () => [
      command('DeleteCategory', { categoryId: 1 }),
      command('PlaceService', { categoryId: 1, serviceId: 'ct', code: 'CT' }),
    ],
  )
  inEveryOrder(
    'a category deleted and a service moved to it: one of the two',
    category,
    () => [
      command('AddCategory', { name: 'Scans', code: 'SCAN' }),
      command('AddCategory', { name: 'Imaging', code: 'IMAG' }),
      command('PlaceService', { categoryId: 1, serviceId: 'ct', code: 'CT' }),
    ],
    () => [
      command('DeleteCategory', { categoryId: 2 }),
      command('FileService', { categoryId: 2, serviceId: 'ct', code: 'CT' }),
    ],
  )
  inEveryOrder(
    'two services put each under the other at once: one of them',
    category,
    () => [
      command('AddCategory', { name: 'Scans', code: 'SCAN' }),
      ...['ct', 'mri'].map((id) => command('PlaceService', { categoryId: 1, serviceId: id, code: id })),
    ],
    () => [
      command('FileService', { categoryId: 1, serviceId: 'ct', code: 'ct', parentId: 'mri' }),
      command('FileService', { categoryId: 1, serviceId: 'mri', code: 'mri', parentId: 'ct' }),
    ],
  )
  inEveryOrder(
    'two services placed under one code at once: one of them',
    category,
    () => [command('AddCategory', { name: 'Scans', code: 'SCAN' })],
    () => ['ct', 'mri'].map((id) => command('PlaceService', { categoryId: 1, serviceId: id, code: 'SCAN' })),
  )
  inEveryOrder(
    'a category deleted and a role attached to it: none is attached after the end',
    category,
    () => [command('AddCategory', { name: 'Scans', code: 'SCAN' })],
    () => [command('DeleteCategory', { categoryId: 1 }), command('AttachRole', { categoryId: 1, roleId: 'doctor' })],
  )
  inEveryOrder(
    'one hospital registered under two codes: the first',
    coe,
    () => [],
    () => ['UCH', 'LUTH'].map((code) => command('RegisterCoe', { ...hospital, code })),
  )
  inEveryOrder(
    'bank details confirmed and withdrawn: one of the two',
    coe,
    () => [
      command('RegisterCoe', { ...hospital, code: 'UCH' }),
      command(
        'ProposeCoeBank',
        { coeId: 'coe-1', accountName: 'UCH', accountNumber: '01', sortCode: '02', bankName: 'Wema', toConfirm: [] },
        { id: 'request-1', by: 'ade' },
      ),
    ],
    () => [
      command('ConfirmCoeBank', { coeId: 'coe-1', request: 'request-1' }, { by: 'bisi' }),
      command('WithdrawCoeBank', { coeId: 'coe-1', request: 'request-1' }, { by: 'ade' }),
    ],
  )
  inEveryOrder('a limit for a second person confirmed and withdrawn: one of the two', setting, ...ON_ONE_LIMIT)
  inEveryOrder(
    'two hospitals and one code: the first',
    coeRegister,
    () => [],
    () => ['coe-1', 'coe-2'].map((coeId) => command('EnterCoe', { coeId, code: 'UCH' })),
  )
  inEveryOrder(
    'a menu item added and removed: once removed, it stays away',
    menu,
    () => [],
    () => [
      command('AddMenuItem', item('Payments')),
      command('RemoveMenuItem', { menuItemId: 'item-1' }),
      command('AddMenuItem', item('Paid')),
    ],
  )
  inEveryOrder(
    'a menu item moved and removed: once removed, it stands nowhere',
    menu,
    () => [command('AddMenuItem', item('Payments'))],
    () => [
      command('RemoveMenuItem', { menuItemId: 'item-1' }),
      command('MoveMenuItem', { menuItemId: 'item-1', group: 'Work' as const, order: 5 }),
    ],
  )
  inEveryOrder(
    'one patient registered at two hospitals: at one',
    patient,
    () => [],
    () =>
      ['coe-1', 'coe-2'].map((coeId) => command('RegisterPatient', { patientId: 'p1', chfId: 'CHF-000001', coeId })),
  )
  inEveryOrder(
    'a drug repriced and taken off the list: no price after the end',
    product,
    () => [command('ListProduct', { ...drug, price: kobo(350_00) })],
    () => [
      command('DelistProduct', { productId: 'd1' }),
      command('ChangeProductPrice', { productId: 'd1', price: kobo(400_00) }),
    ],
  )
  inEveryOrder(
    'the last of a stock removed twice: never fewer than none',
    stock,
    () => [command('ReceiveStock', allOf)],
    () => ['Expired', 'Broken'].map((reason) => command('RemoveStock', { ...allOf, reason })),
  )
  inEveryOrder(
    'one service added at two prices: at one',
    service,
    () => [],
    () =>
      [1_000, 2_000].map((price) =>
        command('AddService', { serviceId: 's1', name: 'CT scan', code: 'CT', categoryId: 2, price: kobo(price) }),
      ),
  )
  inEveryOrder(
    'two prices planned for one day by two who have read the same: one of them',
    service,
    () => [command('AddService', { serviceId: 's1', name: 'CT scan', code: 'CT', categoryId: 2, price: kobo(1_000) })],
    () =>
      [1_100, 1_200].map((price) =>
        command('PlanServicePrice', { serviceId: 's1', from: '2026-04-01', price: kobo(price), revision: 1 }),
      ),
  )
  inEveryOrder(
    'a price list imported by its caller and by its process: it ends once',
    priceImport,
    () => [
      command('RequestPriceImport', {
        importId: 'i1',
        services: [{ serviceId: 's1', prices: [{ price: kobo(1) }] }],
      }),
    ],
    () =>
      [[], [{ serviceId: 's1', why: 'service_changed' }]].map((refused) =>
        command('CompletePriceImport', { importId: 'i1', refused }),
      ),
  )
  inEveryOrder(
    'a public holiday renamed and removed: nothing is called what it is no more',
    calendar,
    () => [command('AddHoliday', { day: '2026-10-01', name: 'National Day' })],
    () => [
      command('RenameHoliday', { day: '2026-10-01', name: 'Day' }),
      command('RemoveHoliday', { day: '2026-10-01' }),
    ],
  )
  inEveryOrder(
    'a service deleted and edited: nothing is said of it after the end',
    service,
    () => [command('AddService', { serviceId: 's1', name: 'CT scan', code: 'CT', categoryId: 2, price: kobo(1_000) })],
    () => [
      command('DeleteService', { serviceId: 's1' }),
      command('EditService', { serviceId: 's1', name: 'CT', code: 'CT', price: kobo(2_000) }),
    ],
  )
  inEveryOrder(
    'one recovery code shown twice: one of them signs in',
    secondFactor,
    () => [enrolment],
    () => [useCode(), useCode()],
  )
  inEveryOrder(
    'a person activated and found deceased: nobody is activated after death',
    user,
    () => [command('RegisterUser', registration), command('DeactivateUser', { userId: 'u1' })],
    () => [command('MarkUserDeceased', { userId: 'u1' }), command('ActivateUser', { userId: 'u1' })],
  )
})

test('every decider is tried, or holds nothing between calls', async () => {
  const files = sourceFiles.filter(
    (file) => file.startsWith('domain/') && /^export const \w+(: Decider<| = claims\()/m.test(textOf(file)),
  )
  const deciders = await Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(join(ROOT, file))
      return Object.values(exported).filter(isDecider)
    }),
  )
  const categories = deciders.flat().map(({ category: name }) => name)
  expect(categories.length).toBeGreaterThanOrEqual(files.length)
  expect([...tried].sort()).toEqual([...categories].sort())
})

const isDecider = (value: unknown): value is { readonly category: string } =>
  typeof value === 'object' && value !== null && 'category' in value && 'decide' in value && 'evolve' in value
