import { Button, Menu } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { arranged } from './arranged.ts'
import type { Column } from './column.ts'
import type { Density, GridLayout } from './grid-views.ts'

type ColumnsMenuProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly layout: GridLayout
  readonly onLayout: (patch: Partial<GridLayout>) => void
  /** Whether the list has a CSV. */
  readonly csv: boolean
}

const densities: readonly { readonly value: Density; readonly label: string }[] = [
  { value: 'compact', label: 'Compact rows' },
  { value: 'normal', label: 'Normal rows' },
  { value: 'roomy', label: 'Roomy rows' },
]

/** Which columns are shown, how high the rows are, and how the CSV writes dates. The first column always stays. */
export function ColumnsMenu<Row>({ columns, layout, onLayout, csv }: ColumnsMenuProps<Row>) {
  const now = arranged(columns, layout.columns)
  const hasIsoDates = csv && columns.some(({ kind }) => kind === 'date' || kind === 'datetime')
  const isHidden = (field: string) => now.find((column) => column.field === field)?.hide ?? false
  const toggle = (field: string) =>
    onLayout({ columns: now.map((column) => (column.field === field ? { ...column, hide: !column.hide } : column)) })
  return (
    <Menu closeOnItemClick={false} width={240} position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns size={16} aria-hidden />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Label>Shown columns</Menu.Label>
        {columns.slice(1).map(({ field, title }) => (
          <Menu.CheckboxItem key={field} checked={!isHidden(field)} onChange={() => toggle(field)}>
            {title}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        {densities.map(({ value, label }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={layout.density === value}
            onChange={() => onLayout({ density: value })}
          >
            {label}
          </Menu.RadioItem>
        ))}
        {hasIsoDates && (
          <>
            <Menu.Divider />
            <Menu.Label>In the CSV</Menu.Label>
            <Menu.CheckboxItem checked={layout.isoDates === true} onChange={(isoDates) => onLayout({ isoDates })}>
              Dates as 2026-11-27 too
            </Menu.CheckboxItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
