import { useSearchParams } from 'react-router-dom'

/** Whether the tab to create somebody is open, which stands in the address, and what opens and closes it. */
export function useCreateTab(): { readonly isCreating: boolean; readonly onTab: (isCreating: boolean) => void } {
  const [params, setParams] = useSearchParams()
  return {
    isCreating: params.get('tab') === 'create',
    onTab: (isCreating) => setParams(isCreating ? { tab: 'create' } : {}, { replace: true }),
  }
}
