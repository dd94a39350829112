import { type Kysely, type Migration, sql } from 'kysely'

/** Which pepper a password is hashed under (commands/peppers.ts): those of before under none. */
export const peppers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table credential add column pepper int not null default 0`.execute(db)
  },
}
