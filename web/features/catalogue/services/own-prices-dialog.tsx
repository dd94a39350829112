import { Alert, Button, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ServiceRow } from '#api/catalogue/contracts/service.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { serverErrors } from '#web/ui/form/form-errors.ts'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { removeOwnPrice, serviceQuery, setOwnPrice } from './services-api.ts'
import styles from './services.module.css'

const said = { success: ({ message }: { message: string }) => message, quiet: true }

/** Which hospitals bill a service at a price of their own: given, changed and taken away one by one (spec, S094, M195). */
export function OwnPricesDialog({ service, onClose }: { service: ServiceRow; onClose: () => void }) {
  useReturnFocus()
  const { id, service_name: name } = service
  const detail = useQuery(serviceQuery(id))
  const hospitals = useQuery(coesQuery)
  const [coeId, setCoeId] = useState('')
  const [price, setPrice] = useState('')
  const [isAsked, setAsked] = useState(false)
  const empty = () => {
    setCoeId('')
    setPrice('')
    setAsked(false)
  }
  const setting = useCommand({ ...said, run: setOwnPrice, keptAs: 'own-price', onDone: empty })
  const removing = useCommand({ ...said, run: removeOwnPrice, keptAs: 'own-price-remove' })
  const isRunning = setting.isRunning || removing.isRunning
  const close = () => {
    if (isRunning) return
    setting.leave()
    removing.leave()
    onClose()
  }
  const own = detail.data?.data.coes
  const isNew = own?.every((one) => one.id !== coeId) !== false
  const save = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    removing.clearError()
    if (coeId !== '' && price !== '' && !isRunning) void setting.submit({ id, coeId, price, isNew })
  }
  const failed = [detail, hospitals].find(({ isError, data }) => isError && data === undefined)
  const error = setting.error ?? removing.error
  const wrong = serverErrors(setting.error)
  return (
    <Modal opened onClose={close} title={`Prices of ${name}`} closeOnClickOutside={false}>
      <Stack>
        <p className={styles['about'] ?? ''}>
          Every hospital bills <Money naira={detail.data?.data.price ?? service.price} /> but those that have a price of
          their own.
        </p>
        {failed !== undefined && <ErrorState error={failed.error} onRetry={() => failed.refetch()} />}
        {failed === undefined && (own === undefined || hospitals.data === undefined) && (
          <Skeleton height={160} role="status" aria-label="Loading the prices" />
        )}
        {own !== undefined && hospitals.data !== undefined && (
          <>
            {own.length === 0 ? (
              <p className={styles['about'] ?? ''}>No hospital has a price of its own.</p>
            ) : (
              <ul className={styles['prices'] ?? ''} aria-label="Own prices">
                {own.map((one) => (
                  <li key={one.id}>
                    <span className={styles['hospital'] ?? ''}>{one.coe_name}</span>
                    <Money naira={one.pivot.price} />
                    <Group gap="xs" wrap="nowrap">
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Change the price of ${one.coe_name}`}
                        disabled={isRunning}
                        onClick={() => {
                          setCoeId(one.id)
                          setPrice(one.pivot.price)
                        }}
                      >
                        Change
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Detach ${one.coe_name}`}
                        disabled={isRunning}
                        onClick={() => {
                          setting.clearError()
                          void removing.submit({ id, coeId: one.id })
                        }}
                      >
                        Detach
                      </Button>
                    </Group>
                  </li>
                ))}
              </ul>
            )}
            <form onSubmit={save} noValidate aria-label="Price of a hospital">
              <Stack>
                <SelectField
                  label="Hospital"
                  placeholder="Choose a hospital"
                  data-autofocus
                  options={hospitalChoices(hospitals.data)}
                  value={coeId}
                  onChange={setCoeId}
                  error={isAsked && coeId === '' ? 'Select a hospital' : undefined}
                />
                <MoneyField
                  label="Price"
                  value={price}
                  onChange={setPrice}
                  error={isAsked && price === '' ? 'A price is required' : wrong['price']}
                />
                {error && wrong['price'] === undefined && (
                  <Alert color="red" variant="outline" role="alert">
                    {error.message}
                  </Alert>
                )}
                <Group justify="flex-end">
                  <Button variant="default" onClick={close} disabled={isRunning}>
                    Close
                  </Button>
                  <Button type="submit" loading={setting.isRunning} disabled={removing.isRunning}>
                    {isNew ? 'Attach hospital' : 'Save price'}
                  </Button>
                </Group>
              </Stack>
            </form>
          </>
        )}
      </Stack>
    </Modal>
  )
}
