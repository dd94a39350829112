import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ServiceRow } from '#api/catalogue/contracts/service.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { dateText } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Money } from '#web/ui/money.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { coesQuery } from '#web/features/catalogue/hospitals.ts'
import { nameOfPriced, PriceForm, type PriceToSet, type PriceTyped } from './price-form.tsx'
import { removeOwnPrice, serviceQuery, setPrice, withdrawPlannedPrice } from './services-api.ts'
import styles from './services.module.css'

const said = { success: ({ message }: { message: string }) => message, quiet: true }
const EMPTY: PriceTyped = { whose: '', price: '', from: '' }

/** What a service costs, and will: hospitals' own prices and planned ones, given, changed and taken away one by one (spec, S094, M195). */
export function PricesDialog({ service, onClose }: { service: ServiceRow; onClose: () => void }) {
  useReturnFocus()
  const { id, service_name: name } = service
  const detail = useQuery(serviceQuery(id))
  const hospitals = useQuery(coesQuery)
  const [mayEdit, mayPrice] = [usePermission('EDIT_SERVICE'), usePermission('ATTACH_COE_SERVICE')]
  const { restored, keep, attach } = useDraft<PriceTyped>(`price of ${id}`, EMPTY)
  const [typed, setTyped] = useState(restored?.value ?? EMPTY)
  useEffect(() => keep(typed), [keep, typed])
  const setting = useCommand({ ...said, run: setPrice, keptAs: 'own-price', onDone: () => setTyped(EMPTY) })
  const removing = useCommand({ ...said, run: removeOwnPrice, keptAs: 'own-price-remove' })
  const withdrawing = useCommand({ ...said, run: withdrawPlannedPrice, keptAs: 'planned-price-withdraw' })
  const commands = [setting, removing, withdrawing]
  const isRunning = commands.some((command) => command.isRunning)
  const close = () => {
    if (isRunning) return
    for (const command of commands) command.leave()
    onClose()
  }
  const save = async (price: PriceToSet, revision: number) => {
    removing.clearError()
    withdrawing.clearError()
    const done = await setting.submit({ id, revision, ...price })
    // Whoever is told that it has changed meanwhile looks at what it is now.
    if (done === undefined) await detail.refetch()
  }
  const failed = [detail, hospitals].find(({ isError, data }) => isError && data === undefined)
  const shown = detail.data?.data
  return (
    <Dialog onClose={close} title={`Prices of ${name}`} hasDraft={restored !== undefined} closeOnClickOutside={false}>
      <Stack>
        <p className={styles['about'] ?? ''}>
          Standard price: <Money naira={shown?.price ?? service.price} /> (hospitals with an own price bill that
          instead).
        </p>
        {failed !== undefined && <ErrorState error={failed.error} onRetry={() => failed.refetch()} />}
        {failed === undefined && (shown === undefined || hospitals.data === undefined) && (
          <Skeleton height={160} role="status" aria-label="Loading the prices" />
        )}
        {shown !== undefined && hospitals.data !== undefined && (
          <>
            {shown.coes.length === 0 ? (
              <p className={styles['about'] ?? ''}>No hospital has an own price.</p>
            ) : (
              <ul className={styles['prices'] ?? ''} aria-label="Own prices">
                {shown.coes.map(({ id: coeId, coe_name: hospital, pivot }) => (
                  <Priced key={coeId} name={hospital} naira={pivot.price}>
                    {mayPrice && (
                      <>
                        <Act
                          word="Change"
                          label={`Change the price of ${hospital}`}
                          isDisabled={isRunning}
                          onClick={() => setTyped({ whose: coeId, price: pivot.price, from: '' })}
                        />
                        <Act
                          word="Detach"
                          label={`Detach ${hospital}`}
                          isDisabled={isRunning}
                          onClick={() => {
                            setting.clearError()
                            void removing.submit({ id, coeId })
                          }}
                        />
                      </>
                    )}
                  </Priced>
                ))}
              </ul>
            )}
            {shown.planned_prices.length > 0 && (
              <ul className={styles['prices'] ?? ''} aria-label="Planned prices">
                {shown.planned_prices.map(({ coe, from, price }) => (
                  <Priced
                    key={`${from} ${coe?.id ?? ''}`}
                    name={`From ${dateText(from)}: ${nameOfPriced(coe)}`}
                    naira={price}
                  >
                    {(coe === null ? mayEdit : mayPrice) && (
                      <Act
                        word="Withdraw"
                        label={`Withdraw the price of ${nameOfPriced(coe)} from ${dateText(from)}`}
                        isDisabled={isRunning}
                        onClick={() => {
                          setting.clearError()
                          void withdrawing.submit({ id, coeId: coe?.id, from })
                        }}
                      />
                    )}
                  </Priced>
                ))}
              </ul>
            )}
            <PriceForm
              formRef={attach}
              service={shown}
              hospitals={hospitals.data.data}
              typed={typed}
              onType={setTyped}
              command={setting}
              error={setting.error ?? removing.error ?? withdrawing.error}
              isBusy={isRunning}
              onSubmit={(price) => void save(price, shown.revision)}
              onClose={close}
            />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

function Priced({ name, naira, children }: { name: string; naira: string; children: ReactNode }) {
  return (
    <li>
      <span className={styles['hospital'] ?? ''}>{name}</span>
      <Money naira={naira} />
      <Group gap="xs" wrap="nowrap">
        {children}
      </Group>
    </li>
  )
}

type ActProps = {
  readonly word: string
  readonly label: string
  readonly isDisabled: boolean
  readonly onClick: () => void
}

const Act = ({ word, label, isDisabled, onClick }: ActProps) => (
  <Button size="compact-sm" variant="default" aria-label={label} disabled={isDisabled} onClick={onClick}>
    {word}
  </Button>
)
