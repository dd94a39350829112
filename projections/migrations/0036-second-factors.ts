import { type Kysely, type Migration, sql } from 'kysely'

/** The last step of which somebody has shown a code of their app (docs/decisions/0084): none of an enrolment is right twice. */
export const secondFactors: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table second_factor_step (
      enrolment_id text primary key,
      user_id text not null,
      step bigint not null
        constraint second_factor_step_step_is_read check (step between 0 and 9007199254740991))`.execute(db)
  },
}
