import { type RawBuilder, sql } from 'kysely'

/**
 * What people call an account, as SQL over its id. A patient is their CHF id here, never a name: lists and exports of
 * the ledger hold no personal data.
 */
export function accountName(account: RawBuilder<unknown>): RawBuilder<unknown> {
  const owner = sql`substr(${account}, strpos(${account}, ':') + 1)`
  const hospital = sql`(select name from coe where id = ${owner})`
  return sql`case split_part(${account}, ':', 1)
    when 'pool' then 'Pool'
    when 'benefactors' then 'Benefactors'
    when 'in-transit' then 'In transit'
    when 'allocation' then concat('Allocation of ', coalesce(${hospital}, ${owner}))
    when 'payable' then concat('Payable to ', coalesce(${hospital}, ${owner}))
    when 'patient' then concat('Wallet of ', coalesce((select chf_id from patient where id = ${owner}), ${owner}))
    when 'disbursed' then concat('Disbursed to ', case ${owner}
      when 'coe' then 'hospitals' when 'bank' then 'the bank' when 'manufacturer' then 'manufacturers'
      when 'emge' then 'EMGE' else ${owner} end)
    else ${account} end`
}
