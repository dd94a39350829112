import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from './database.ts'

test('a fresh database has a log that the app may only append to through its function', async () => {
  const { appUrl, drop } = await freshDatabase()
  const app = new pg.Client(appUrl)
  await app.connect()
  const { rows } = await app.query<{ fsync: string }>("select current_setting('fsync') as fsync")
  expect(rows).toEqual([{ fsync: 'on' }])
  await expect(app.query('insert into event_log (position) values (1)')).rejects.toThrow('permission denied')
  await app.end()
  await drop()
})
