import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What must stay the same for ever, and outside the database (design: reliability 4, rules 16 and 27). */
export type Secrets = {
  /** Wraps the persons' keys. */
  readonly wrappingKey: Buffer
  /** Keys the hashes of commands and of e-mails, as hex. */
  readonly commandSecret: string
  readonly emailSecret: string
  /** Signs the seals of the log. */
  readonly sealSecret: Buffer
}

const NAMES = ['wrapping-key', 'command-secret', 'email-secret', 'seal-key'] as const

/** Reads the secrets of a folder, each 32 random bytes as hex in a file of its own (mode 0600), made when missing. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [wrapping = '', commandSecret = '', emailSecret = '', seal = ''] = await Promise.all(
    NAMES.map((name) => secretIn(join(folder, name))),
  )
  const [wrappingKey, sealSecret] = [Buffer.from(wrapping, 'hex'), Buffer.from(seal, 'hex')]
  return { wrappingKey, commandSecret, emailSecret, sealSecret }
}

/** The secret that signs the log's seals, for whoever only checks them; undefined where none was ever made. */
export async function readSealSecret(folder: string): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await readSecret(join(folder, 'seal-key')), 'hex')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function secretIn(file: string): Promise<string> {
  // `wx`: of two starts at once one makes it and the other reads it.
  await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return readSecret(file)
}

async function readSecret(file: string): Promise<string> {
  const secret = (await readFile(file, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error(`${file} does not hold 32 bytes in hex`)
  return secret
}
