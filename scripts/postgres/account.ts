import { lchown, readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Whom a child process runs as. */
export type Account = { readonly uid: number; readonly gid: number }

const FALLBACK: Account = { uid: 65534, gid: 65534 }

async function knownAccounts(): Promise<(Account & { name: string })[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/**
 * The account that Postgres runs as: none of its own when we are an ordinary user. Root must give one, as Postgres
 * refuses to run as root: the owner of the data if this machine knows it (initdb looks its user up), else `postgres`,
 * else `nobody`.
 */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = (await stat(cluster).catch(() => undefined))?.uid
  const accounts = (await knownAccounts()).filter(({ uid }) => uid !== 0)
  const chosen =
    accounts.find(({ uid }) => uid === owner) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody') ??
    FALLBACK
  return { uid: chosen.uid, gid: chosen.gid }
}

/** Gives a folder and all in it to `account`, unless it has it already. */
export async function giveFolder(folder: string, account: Account | undefined): Promise<void> {
  if (account === undefined || (await stat(folder)).uid === account.uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
  // Last, so that a run cut short starts over.
  await lchown(folder, account.uid, account.gid)
}
