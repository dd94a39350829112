import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { withHistory } from './history.ts'
import { type Findings, markdownTable, type Measurement } from './measurement.ts'
import { type Caller, createCaller } from './portal/calls.ts'
import { startPortal } from './portal/portal.ts'
import { medianOf, pairedRounds, quantile, type Rounds } from './rounds.ts'
import { onWorkbench, type Workbench } from './workbench.ts'

const TRIES = 200
const [KNOWN, UNKNOWN] = ['known', 'unknown'] as const
/** Of medians: more than that, and who counts answers learns which e-mail has an account. */
const MOST_APART = 0.1

const PASSWORD = 'Ward-seven-kettle-9'
const person = {
  ...{ first_name: 'Ngozi', last_name: 'Okonkwo', phone_number: '08031234567', date_of_birth: '1970-02-03' },
  ...{ identification_id: '3', identification_number: 'A12345', password: PASSWORD },
}

/** The calls that anybody may make with an e-mail, and that say nothing of whether it has an account. */
const CALLS = [
  {
    ...{ name: 'sign-in with a wrong password', path: '/api/login', status: 401 },
    body: (email: string) => ({ email, password: PASSWORD }),
  },
  { name: 'asking for a code', path: '/api/resend_email', status: 200, body: (email: string) => ({ email }) },
  {
    ...{ name: 'enrolling', path: '/api/register', status: 200 },
    body: (email: string) => ({ ...person, email, coe_id: pilotCoeId('UCH') }),
  },
] as const

/** People who have an account, once they are there: each is asked for once by each call, so that no wait of theirs begins. */
async function knownEmails({ postgres }: Workbench, wanted: number): Promise<readonly string[]> {
  const pool = new pg.Pool({ connectionString: postgres.appUrl, max: 1 })
  try {
    for (;;) {
      const text = 'select email from user_account where email is not null order by id limit $1'
      const { rows } = await pool.query<{ email: string }>(text, [wanted])
      if (rows.length === wanted) return rows.map(({ email }) => email)
      await pause(1_000)
    }
  } finally {
    await pool.end()
  }
}

/** Milliseconds of each answer, of both kinds in turn, each from an address of its own. */
async function measureCall(caller: Caller, call: (typeof CALLS)[number], emails: readonly string[]): Promise<Rounds> {
  let asked = 0
  const design = (name: string, emailOf: (nth: number) => string) => {
    let nth = 0
    const run = async () => {
      const email = emailOf(nth)
      nth += 1
      asked += 1
      const headers = { 'x-forwarded-for': `41.58.${Math.floor(asked / 250)}.${(asked % 250) + 1}` }
      const answer = await caller.call({ method: 'POST', path: call.path, headers, body: call.body(email) })
      if (answer.status !== call.status) throw new Error(`${call.path} answered ${answer.status}: ${answer.text}`)
      return answer.ms
    }
    return { name, run }
  }
  const own = call.path.replaceAll('/', '-')
  return pairedRounds(emails.length, [
    design(KNOWN, (nth) => emails[nth] ?? ''),
    design(UNKNOWN, (nth) => `nobody${own}-${nth}@mail.example`),
  ])
}

async function measure(bench: Workbench, tries: number, say: (line: string) => void) {
  await withHistory(bench, tries, async () => undefined)
  const portal = await startPortal(bench, { TRUST_PROXY: 'loopback' })
  const caller = createCaller(portal.port, 1)
  try {
    const emails = await knownEmails(bench, tries)
    const found: { readonly name: string; readonly times: Rounds }[] = []
    for (const call of CALLS) {
      const times = await measureCall(caller, call, emails)
      say(`${call.name}: ${medianOf(times, KNOWN).toFixed(1)} and ${medianOf(times, UNKNOWN).toFixed(1)} ms`)
      found.push({ name: call.name, times })
    }
    return found
  } finally {
    caller.close()
    await portal.stop()
  }
}

async function run({ quick, say }: Parameters<Measurement['run']>[0]): Promise<Findings> {
  const tries = quick ? 20 : TRIES
  const found = await onWorkbench((bench) => measure(bench, tries, say))
  const told = (times: Rounds, name: string) => {
    const all = times.get(name) ?? []
    const [low, high] = [quantile(all, 0.25), quantile(all, 0.75)]
    return `${medianOf(times, name).toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`
  }
  const apart = (times: Rounds) => medianOf(times, KNOWN) / medianOf(times, UNKNOWN)
  return {
    goals: found.map(({ name, times }) => ({
      what: `${name}: the medians of known and unknown e-mails less than ${MOST_APART * 100} % apart`,
      measured: `${apart(times).toFixed(3)}x`,
      isMet: Math.abs(apart(times) - 1) < MOST_APART,
    })),
    body: `${markdownTable(
      ['', 'known, ms', 'unknown, ms', 'medians'],
      found.map(({ name, times }) => [
        ...[name, told(times, KNOWN), told(times, UNKNOWN), `${apart(times).toFixed(3)}x`],
      ]),
    )}

Medians of ${tries} answers of each kind, in turn, over one connection, each from an address and for an e-mail of its own, with the
quartiles; that the work is the same is counted by \`tests/api/limits/attacked.test.ts\`, \`tests/api/people/account.test.ts\` and \`tests/api/people/enrolment.test.ts\`.`,
  }
}

export const neutral: Measurement = { name: 'neutral', title: '8. E-mails with an account and without', run }
