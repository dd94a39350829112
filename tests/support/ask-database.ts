import pg from 'pg'

/** Asks a database over a connection of its own. */
export async function askDatabase<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  return act(client).finally(() => client.end())
}
