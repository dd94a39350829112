import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { readIfThere } from '#commands/read-if-there.ts'
import { replaceFile } from '#commands/whole-file.ts'

/** One random password per role of the embedded server, kept in a file that only its owner may read. */
export type Passwords = z.infer<typeof Passwords>

const Password = z.string().regex(/^[0-9a-f]{48}$/)
const Passwords = z.object({ postgres: Password, chf_owner: Password, chf_app: Password })

const password = () => randomBytes(24).toString('hex')

/** No guessing finds 192 random bits: the usual thousands of rounds would only slow each connection down. */
export const SCRAM_ITERATIONS = '1'

export const newPasswords = (): Passwords => ({ postgres: password(), chf_owner: password(), chf_app: password() })

/** The kept passwords; undefined when there are none, or what is there is broken. */
export async function readPasswords(file: string): Promise<Passwords | undefined> {
  const text = await readIfThere(file)
  try {
    return Passwords.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

export const writePasswords = (file: string, passwords: Passwords): Promise<void> =>
  replaceFile(file, JSON.stringify(passwords))
