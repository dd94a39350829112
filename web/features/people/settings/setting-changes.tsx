import { Table } from '@mantine/core'

export type SettingChange = { readonly name: string; readonly from: string; readonly to: string }

/** In the form of settings that rules hang on: what it would change, from which value to which, before it is saved. */
export function SettingChanges({ changes }: { readonly changes: readonly SettingChange[] }) {
  const changed = changes.filter(({ from, to }) => from !== to)
  return (
    <div role="status">
      {changed.length === 0 ? (
        <p>No value is changed yet.</p>
      ) : (
        <Table verticalSpacing={4} fz={14}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>You will change</Table.Th>
              <Table.Th ta="right">From</Table.Th>
              <Table.Th ta="right">To</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map(({ name, from, to }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right" data-whole>
                  {from === '' ? 'Not set' : from}
                </Table.Td>
                <Table.Td ta="right" data-whole>
                  {to === '' ? 'Nothing' : to}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  )
}
