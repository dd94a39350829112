import { Button, Menu, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import { isBlank } from '#domain/kernel/blank.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type GridLayout, viewQuery } from './grid-views.ts'

type ViewsMenuProps = { readonly layout: GridLayout; readonly onLayout: (patch: Partial<GridLayout>) => void }

/** Arrangements of the grid (columns and filter) by name, kept in this browser for this person. */
export function ViewsMenu({ layout, onLayout }: ViewsMenuProps) {
  const [params, setParams] = useSearchParams()
  const [isNaming, setNaming] = useState(false)
  const [name, setName] = useState('')
  const [deleting, setDeleting] = useState<string>()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isBlank(name)) return
    const trimmed = name.trim()
    const view = { name: trimmed, columns: layout.columns, query: viewQuery(params.toString()) }
    onLayout({ views: [...layout.views.filter((other) => other.name !== trimmed), view] })
    setNaming(false)
    setName('')
  }
  return (
    <>
      <Menu width={260} position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconBookmark size={16} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {layout.views.map((view) => (
            <Menu.Item
              key={view.name}
              onClick={() => {
                onLayout({ columns: view.columns })
                setParams(new URLSearchParams(view.query))
              }}
            >
              {view.name}
            </Menu.Item>
          ))}
          {layout.views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setNaming(true)}>Save this view</Menu.Item>
          <Menu.Item
            onClick={() => {
              onLayout({ columns: [], density: 'normal' })
              setParams(new URLSearchParams())
            }}
          >
            Reset view
          </Menu.Item>
          {layout.views.map((view) => (
            <Menu.Item
              key={view.name}
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setDeleting(view.name)}
            >
              Delete {view.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {deleting !== undefined && (
        <ConfirmDialog
          title="Delete view"
          verb="Delete view"
          isDangerous
          isRunning={false}
          onConfirm={() => {
            onLayout({ views: layout.views.filter((other) => other.name !== deleting) })
            setDeleting(undefined)
          }}
          onClose={() => setDeleting(undefined)}
        >
          Delete the view {deleting}? The list itself stays as it is.
        </ConfirmDialog>
      )}
      <Dialog opened={isNaming} onClose={() => setNaming(false)} title="Save this view">
        <form onSubmit={save}>
          <TextInput
            mb="lg"
            data-autofocus
            label="Name"
            description="Saves the columns and filters in this browser. Search text is not saved."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogEnd>
            <Button type="submit" disabled={isBlank(name)}>
              Save view
            </Button>
          </DialogEnd>
        </form>
      </Dialog>
    </>
  )
}
