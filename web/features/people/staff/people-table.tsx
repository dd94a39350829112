import { Button, Table } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Person } from '#api/people/contracts/staff.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { StatusChip } from '#web/ui/status.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import cards from '#web/ui/table-cards.module.css'
import styles from './staff.module.css'

/** What is said of an account that is open: whether its owner has chosen a password (spec, messages M117 to M120). */
export type StatusWords = { readonly never: string; readonly chosen: string }

type TableProps = {
  readonly people: readonly Person[]
  /** The number of the first row. */
  readonly from: number
  readonly label: string
  readonly words: StatusWords
  readonly withHospital: boolean
  readonly withRoles: boolean
  readonly withGender: boolean
  /** Where somebody's record is. */
  readonly to: (person: Person) => string
}

export const nameOf = ({ first_name: first, last_name: last }: Pick<Person, 'first_name' | 'last_name'>): string =>
  [first, last].filter((part) => part !== null && part !== '').join(' ') || HIDDEN

/** Whether the reader is shown neither name nor address of somebody. */
const isHidden = ({ first_name: name, email }: Person): boolean => name === null && email === null

/** What is hidden takes no more room than its word. */
const HIDDEN_COLUMNS = ['Name', 'Email', 'Phone number']

/** People as a table; on a narrow screen it moves sideways within its frame. */
export function PeopleTable({ people, from, label, words, withHospital, withRoles, withGender, to }: TableProps) {
  return (
    // What is hidden is said once, not in every row.
    <>
      {people.some(isHidden) && <p className={styles['hidden'] ?? ''}>{HIDDEN}.</p>}
      <ScrollRegion label={label} className={`${styles['table']} ${cards['cards']}`}>
        <Table horizontalSpacing="sm" fz={14}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="right">No</Table.Th>
              <Table.Th>Name</Table.Th>
              <Table.Th>Email</Table.Th>
              <Table.Th>Phone number</Table.Th>
              {withGender && <Table.Th>Gender</Table.Th>}
              {!withRoles && <Table.Th>{withHospital ? 'Hospital' : 'Roles'}</Table.Th>}
              <Table.Th>Created</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th data-chrome>Action</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.map((person, index) => (
              <Table.Tr key={person.id}>
                <Table.Td ta="right" data-name="No">
                  {(from + index).toLocaleString('en-NG')}
                </Table.Td>
                {isHidden(person) ? (
                  HIDDEN_COLUMNS.map((column) => (
                    <Table.Td key={column} data-name={column}>
                      Hidden
                    </Table.Td>
                  ))
                ) : (
                  <>
                    <Table.Td data-name="Name" data-title className={styles['name'] ?? ''}>
                      {nameOf(person)}
                    </Table.Td>
                    <Table.Td data-name="Email" className={styles['email'] ?? ''}>
                      <Email email={person.email} />
                    </Table.Td>
                    <Table.Td data-name="Phone number">{person.phone_number}</Table.Td>
                  </>
                )}
                {withGender && <Table.Td data-name="Gender">{person.gender}</Table.Td>}
                {!withRoles && (
                  <Table.Td data-name={withHospital ? 'Hospital' : 'Roles'} className={styles['name'] ?? ''}>
                    {withHospital ? person.coe?.coe_name : person.roles.map(({ role }) => roleName(role)).join(', ')}
                  </Table.Td>
                )}
                <Table.Td data-name="Created">
                  <DateText value={person.created_at} />
                </Table.Td>
                <Table.Td data-name="Status">
                  <Status person={person} words={words} />
                </Table.Td>
                <Table.Td data-chrome>
                  {withRoles && (
                    <RowLink to={`${to(person)}?tab=roles`} verb="Roles" name={calledBy(person, from + index)} />
                  )}
                  <RowLink to={to(person)} verb="Details" name={calledBy(person, from + index)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </>
  )
}

/** What tells the row's links apart. */
const calledBy = (person: Person, row: number): string => (isHidden(person) ? `row ${row}` : nameOf(person))

/** Where it does not fit into one line it goes on at its sign. */
function Email({ email }: Pick<Person, 'email'>) {
  const [name, ...rest] = email?.split('@') ?? []
  return (
    <>
      {name}
      {rest.length > 0 && <wbr />}
      {rest.map((part) => `@${part}`).join('')}
    </>
  )
}

function RowLink({ to, verb, name }: { to: string; verb: string; name: string }) {
  return (
    <Button
      component={Link}
      to={to}
      state={{ fromList: true }}
      size="compact-xs"
      mr="xs"
      variant="default"
      aria-label={`${verb} of ${name}`}
    >
      {verb}
    </Button>
  )
}

/** Whether somebody has still to choose a password: patients do so as they enrol. */
export const needsPassword = ({ password_changed_at: changed, roles }: Person): boolean =>
  changed === null && !roles.some(({ role }) => role === 'PATIENT')

/** Whether somebody has chosen a password, while their account is open; else what became of it. */
function Status({ person, words }: { person: Person; words: StatusWords }) {
  const { status } = person
  if (status !== 'active') return <StatusChip status={status} />
  return needsPassword(person) ? (
    <StatusChip status="pending" label={words.never} />
  ) : (
    <StatusChip status="active" label={words.chosen} />
  )
}
