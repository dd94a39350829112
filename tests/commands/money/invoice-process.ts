import pg from 'pg'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { generate, invoiceStep, sendInvoiceBack } from './invoices.ts'
import { startProcess } from './money-world.ts'

/**
 * A portal that takes one step of an invoice in a process of its own, to be killed on the way; `what` is a step,
 * `generate` or `return`. Writes a line when it begins, and one when it is done.
 */
const [appUrl = '', story = '', what = '', count = ''] = process.argv.slice(2)

const { hostname, port, pathname, username, password } = new URL(appUrl)
const connection = { host: hostname, port: Number(port), database: pathname.slice(1), user: username, password }
const pool = new pg.Pool({ connectionString: appUrl, max: 2 })
const keys = createPostgresKeys(pool, Buffer.alloc(32, 7), () => Date.now())
const { handler } = startProcess(createPostgresLog({ connection }), keys)

const ids = Array.from({ length: Number(count) }, (_, index) => `${story}-${index}`)
const step = INVOICE_STEPS.find((one) => one === what)
const act = what === 'return' ? sendInvoiceBack() : step === undefined ? generate(() => ids) : invoiceStep(step)
process.stdout.write('begins\n')
const said = await act(handler, { story, coeId: `coe-${story}` })
process.stdout.write(`${JSON.stringify(said)}\n`)
