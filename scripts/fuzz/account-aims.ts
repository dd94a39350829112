import type { AppContext } from '#api/context.ts'
import { emailKey } from '#commands/people/user/email-key.ts'
import { mailedCode } from '#commands/people/user/mailed-code.ts'
import { newId } from '#commands/ids.ts'
import type { CodePurpose } from '#domain/people/user/events.ts'
import { CAP_PATIENTS } from '#scripts/demo/people/cap-patients.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import type { Callers } from './callers.ts'
import type { Aim } from './calls.ts'

type World = { readonly context: AppContext; readonly callers: Callers }

/** E-mails to ask codes for that nobody has: who has one would be mailed. */
export const emailsToAsk = async (): Promise<readonly Aim[]> =>
  Array.from({ length: 8 }, () => ({ body: { email: `${newId(Date.now())}@example.org` } }))

/** Whom the demo's CAP knows. */
export const onCap = async (): Promise<readonly Aim[]> =>
  CAP_PATIENTS.map(({ patientId: id, dateOfBirth }) => ({
    params: { id },
    querystring: { date_of_birth: dateOfBirth },
  }))

/** People who were never here: who has an account would be mailed. */
export const toEnrol = async ({ context }: World): Promise<readonly Aim[]> => {
  const { id } = await context.db
    .selectFrom('coe')
    .select('id')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return Array.from({ length: 8 }, (_, index) => ({
    body: {
      ...{ email: `${newId(Date.now())}@example.org`, phone_number: '08031234567', date_of_birth: '1970-02-03' },
      ...{ first_name: 'Ada', last_name: `Obi ${index}`, identification_id: '1', identification_number: '12345' },
      ...{ coe_id: id, password: DEMO_PASSWORD },
    },
  }))
}

/** Codes that were asked for, as if they had been read in the mail. */
export const codesToShow =
  (purpose: Exclude<CodePurpose, 'invitation'>) =>
  async ({ context, callers }: World): Promise<readonly Aim[]> => {
    const { pool, emailSecret, now } = context
    return Promise.all(
      callers.people.slice(0, 8).map(async ({ id: by, email }) => {
        const [codeId, key] = [newId(now()), emailKey(email, emailSecret)]
        await pool.query(
          `insert into code_request (email_key, asked_for, code_id, purpose, asked_at, resolved_at) values ($1, $3, $2, $3, $4, $4)
           on conflict (email_key, asked_for) do update set code_id = excluded.code_id, purpose = excluded.purpose, tries = 0,
             asked_at = excluded.asked_at, resolved_at = excluded.resolved_at`,
          [key, codeId, purpose, new Date(now())],
        )
        return { by, body: { email, hash: mailedCode(emailSecret, { codeId, purpose, emailKey: key }) } }
      }),
    )
  }

/** Whoever is signed in chooses the password that they have: others of these calls sign in with it. */
export const ownPasswords = async ({ callers }: World): Promise<readonly Aim[]> =>
  callers.people.slice(0, 4).map(({ id: by, email }) => ({ by, body: { email, password: DEMO_PASSWORD } }))

/** People whom support may sign in as: patients, who hold nothing else. */
export const patientsToSee = async ({ callers }: World): Promise<readonly Aim[]> =>
  callers.people
    .filter(({ permissions }) => permissions.length > 0 && permissions.every((one) => one === 'APPLY_FUND'))
    .slice(0, 4)
    .map(({ email }) => ({ body: { email, reason: 'A lost bill' } }))
