import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { UNREAD_FROM } from '#projections/money/dispute/unread.ts'
import { WAITING_FROM } from '#projections/money/transaction/waiting-for.ts'
import { oneOfEachList } from '#domain/kernel/menu-lists.ts'
import { MENU_GROUPS } from '#domain/kernel/menu-groups.ts'
import { MenuAnswer, type MenuEntry } from '#api/people/contracts/menu.ts'
import { INVOICES_WAITING_FROM } from '#projections/money/invoice/waiting-invoices.ts'
import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import { waitsAt } from '#domain/money/invoice/step-names.ts'
import { waitingInvoices } from './waiting-invoices.ts'
import { waitingAtHospital } from './waiting-at-hospital.ts'
import { waitingInChats } from './waiting-in-chats.ts'
import { waitingInChain } from './waiting-in-chain.ts'
import { fundsToConfirm, waitingToConfirm } from './waiting-to-confirm.ts'

/** The screen on which the payment chain's work is done. */
const CHAIN_SCREEN = '/payments/consolidated_report'
/** The screen of hospitals, with what waits for a second person. */
const COES_SCREEN = '/coes'
/** The screen of the pool, with what waits for a second person. */
const FUNDS_SCREEN = '/fmoh/finance-and-accounting/funds'
/** The screens of disputes, with what was said about them: a menu has one of them. */
const DISPUTES_SCREEN = /^\/(coeadmin|transactions|superadmin\/transactions)\/dispute$/
/** The screens on which each office takes its step on invoices, by the first part of their address. */
const INVOICE_OFFICES: Readonly<Record<InvoiceStep, string>> = {
  ...{ cmd: 'cmd', initiate: 'initiator', recommend: 'nccp', approve: 'dhs', dfa: 'dfa', permsec: 'permsec' },
}
/** What was sent back to a hospital. */
const RETURNED_BILLS = '/coestaff/billings?status=returned'

/** How much is ready, and the list of exactly that. */
type Ready = { readonly count: number | null; readonly at: string }
/** The screen of whoever bills, which tells what was sent back to their hospital; the menu has it by kind of bill. */
const BILLING_SCREEN = /^\/coestaff\/billing\b/

/** GET /api/uimenu (E011): the side menu, only what the caller may open, with how much waits for them there. */
export const viewMenu: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/uimenu',
    config: {
      permission: 'signed-in',
      scope: 'own',
      shows: [...new Set(['menu_item', ...UNREAD_FROM, ...WAITING_FROM, ...INVOICES_WAITING_FROM] as const)],
    },
    schema: { tags: ['Session'], summary: 'The side menu', response: { 200: MenuAnswer } },
    handler: async (request) => {
      const actor = request.actor()
      const held: ReadonlySet<string> = new Set([...actor.permissions, ...actor.ownPermissions])
      const items = await app.context.db
        .selectFrom('menu_item')
        .selectAll()
        .orderBy('sort_order')
        .orderBy('id')
        .execute()
      const allowed = items.filter(({ permission }) => permission === null || held.has(permission))
      const shown = oneOfEachList(allowed.map(({ link }) => link))
      const own = allowed.filter(({ link }) => shown.has(link))
      const billing = own.find(({ link }) => BILLING_SCREEN.test(link))?.link
      const invoices = await waitingInvoices(app.context, actor)
      const mine = `ready_for=${actor.id}`
      const disputes = own.find(({ link }) => DISPUTES_SCREEN.test(link))?.link
      const waiting = new Map<string | undefined, Ready>([
        [CHAIN_SCREEN, { count: await waitingInChain(app.context, actor), at: `${CHAIN_SCREEN}?${mine}` }],
        [billing, { count: await waitingAtHospital(app.context, actor), at: RETURNED_BILLS }],
        [COES_SCREEN, { count: await waitingToConfirm(app.context, actor), at: `${COES_SCREEN}?${mine}` }],
        [FUNDS_SCREEN, { count: await fundsToConfirm(app.context, actor), at: `${FUNDS_SCREEN}?${mine}` }],
        [
          disputes,
          { count: await waitingInChats(app.context, actor), at: `${disputes}?status=&unread_by=${actor.id}` },
        ],
        ...invoices.map(({ step, count }): [string, Ready] => {
          const link = `/${INVOICE_OFFICES[step]}/invoice`
          return [link, { count, at: `${link}?status=${encodeURIComponent(waitsAt(step))}&${mine}` }]
        }),
      ])
      const data = own.map((item): MenuEntry => ({
        id: item.id,
        name: item.name,
        link: item.link,
        permission: item.permission,
        icon: item.icon,
        menu_category: item.category,
        group: MENU_GROUPS.find((group) => group === item.menu_group) ?? 'Work',
        waiting: waiting.get(item.link)?.count ?? null,
        waiting_at: typeof waiting.get(item.link)?.count === 'number' ? (waiting.get(item.link)?.at ?? null) : null,
      }))
      return { data }
    },
  })
}
