import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Outlet } from 'react-router-dom'
import type { Permission } from '#api/people/contracts/session.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { AsOfControl } from './as-of-control.tsx'
import type { Control } from './data-grid/columns-of.ts'
import { DataGrid } from './data-grid/data-grid.tsx'
import type { DataGridProps } from './data-grid/grid-props.ts'
import { useOpenDetail } from './detail.tsx'
import type { FilterSelect } from './filter-chips.ts'
import { FilterBar } from './filter-bar.tsx'
import type { ListFilterControl } from './list-filter.ts'
import { Screen } from './screen.tsx'

/** One thing that can be done, by those who hold any of its permissions: the word on its button, and its dialog. */
type Act<Dialog> = {
  readonly word: string
  readonly permissions: readonly Permission[]
  readonly dialog: Dialog
}
export type AddAct = Act<(close: () => void) => ReactNode>
export type RowAct<Row> = Act<(row: Row, close: () => void) => ReactNode> & {
  /** What the button says without its row in sight: 'Prices of CT scan'. */
  readonly labelOf: (name: string) => string
}

type ActedListProps<Row extends object> = {
  readonly title: string
  readonly intro: string
  readonly filter: ListFilterControl
  readonly searchLabel: string
  readonly selects: readonly FilterSelect[]
  /** The list of the API. */
  readonly path: string
  readonly list: Pick<DataGridProps<Row>, 'id' | 'fields' | 'emptyHint'>
  readonly rowId: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly add: AddAct
  /** In the order of their buttons. As what follows: made once, not for each rendering. */
  readonly acts: readonly RowAct<Row>[]
  /** What all buttons of a row take, px. */
  readonly actsWidth: number
  /** Between the title and the filter. */
  readonly children?: ReactNode
}

/**
 * A list of those who administer something: it is added, each row is changed by buttons of its own, now and not in the
 * past, and opens its record.
 */
export function ActedList<Row extends object>(props: ActedListProps<Row>) {
  const { title, intro, filter, searchLabel, selects, path, list, rowId, nameOf, add, acts, actsWidth, children } =
    props
  const { permissions } = useUser()
  const openDetail = useOpenDetail()
  /** What was asked for: the dialog that is open. */
  const [asked, setAsked] = useState<(close: () => void) => ReactNode>()
  const isNow = filter.asOf === ''
  const controls = useMemo(() => {
    const offered = isNow ? acts.filter((act) => mayDo(act, permissions)) : []
    return controlsFor(offered, { nameOf, width: actsWidth }, ({ dialog }, row) =>
      setAsked(() => (close: () => void) => dialog(row, close)),
    )
  }, [isNow, acts, permissions, nameOf, actsWidth])
  return (
    <Screen
      title={title}
      intro={intro}
      action={
        isNow && mayDo(add, permissions) ? (
          <Button leftSection={<IconPlus size={18} />} onClick={() => setAsked(() => add.dialog)}>
            {add.word}
          </Button>
        ) : undefined
      }
    >
      {children}
      <FilterBar filter={filter} searchLabel={searchLabel} selects={selects}>
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        {...list}
        label={title}
        source={{ path, params: filter.query }}
        filter={filter}
        rowId={rowId}
        controls={controls}
        empty="No data available"
        onOpen={(row) => openDetail(rowId(row))}
      />
      {asked?.(() => setAsked(undefined))}
      <Outlet />
    </Screen>
  )
}

const mayDo = ({ permissions }: { readonly permissions: readonly Permission[] }, held: readonly string[]) =>
  permissions.some((one) => held.includes(one))

function controlsFor<Row>(
  acts: readonly RowAct<Row>[],
  { nameOf, width }: { readonly nameOf: (row: Row) => string; readonly width: number },
  onAct: (act: RowAct<Row>, row: Row) => void,
): readonly Control<Row>[] {
  if (acts.length === 0) return []
  const cell = (row: Row) =>
    acts.map((act) => (
      <Button
        key={act.word}
        size="compact-xs"
        mr="xs"
        variant="default"
        aria-label={act.labelOf(nameOf(row))}
        onClick={() => onAct(act, row)}
      >
        {act.word}
      </Button>
    ))
  return [{ field: 'action', title: 'Action', width, value: () => '', cell }]
}
