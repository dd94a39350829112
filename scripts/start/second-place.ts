import { join, resolve } from 'node:path'
import { deviceOf, sealFolder } from '#commands/log/seals/seal-folder.ts'
import { sealReceiver } from '#commands/log/seals/seal-receiver.ts'
import type { SecondPlace } from '#commands/log/seals/second-place.ts'
import { readIfThere } from '#commands/read-if-there.ts'
import { StartRefused } from '#commands/log/start-refused.ts'

/** Where the seals go as well: a folder (absolute) on another disk, or the address of whoever keeps them. */
export type SecondPlaceSetting = { readonly folder: string } | { readonly url: string }

/** The file in SECRETS_DIR with what whoever keeps the seals asks for. */
const TOKEN_FILE = 'seals-token'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads SEALS_DIR and SEALS_URL; undefined when neither is set. Throws StartRefused. */
export function secondPlaceSetting(env: NodeJS.ProcessEnv): SecondPlaceSetting | undefined {
  const { SEALS_DIR: folder = '', SEALS_URL: address = '' } = env
  if (folder !== '' && address !== '') throw new StartRefused('Set SEALS_DIR or SEALS_URL, not both')
  if (folder !== '') return { folder: resolve(folder) }
  if (address === '') return undefined
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new StartRefused('SEALS_URL is no address: give one that begins with https://')
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw new StartRefused('SEALS_URL must begin with https://: the token would cross the network in the clear')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new StartRefused(
      `SEALS_URL takes no user, password or query: what it asks for goes into the file ${TOKEN_FILE} of SECRETS_DIR`,
    )
  return { url: url.href }
}

/** Opens it, beside the seals of a DATA_DIR; nothing is asked of it yet. Throws StartRefused when the folder or the token is missing. */
export async function openSecondPlace(
  setting: SecondPlaceSetting | undefined,
  secretsDir: string,
  dataDir?: string,
): Promise<SecondPlace | undefined> {
  if (setting === undefined) return undefined
  if ('url' in setting) return sealReceiver({ url: setting.url, token: await tokenIn(secretsDir) })
  if ((await deviceOf(setting.folder)) === undefined)
    throw new StartRefused(`There is no folder ${setting.folder}: make it, or correct SEALS_DIR`)
  return sealFolder(setting.folder, dataDir === undefined ? undefined : join(dataDir, 'seals'))
}

/** Whether they are out of reach of whoever has the disk of DATA_DIR: two folders of one device are not. */
export async function whereSealsGo(
  setting: SecondPlaceSetting | undefined,
  dataDir: string,
): Promise<'nowhere' | 'same disk' | 'elsewhere'> {
  if (setting === undefined) return 'nowhere'
  if ('url' in setting) return 'elsewhere'
  const [theirs, ours] = await Promise.all([deviceOf(setting.folder), deviceOf(dataDir)])
  return theirs === ours ? 'same disk' : 'elsewhere'
}

async function tokenIn(secretsDir: string): Promise<string> {
  const file = join(secretsDir, TOKEN_FILE)
  const token = ((await readIfThere(file)) ?? '').trim()
  if (!/^[\x21-\x7e]{16,1000}$/.test(token))
    throw new StartRefused(
      `SEALS_URL needs a token in ${file}: one line of 16 characters or more, as whoever keeps the seals gave it`,
    )
  return token
}
