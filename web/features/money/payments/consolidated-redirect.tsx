import { Navigate, useLocation } from 'react-router-dom'

/** The report's other address (spec, open-questions Q088) leads to it, with its filter. */
export default function ConsolidatedRedirect() {
  const { search } = useLocation()
  return <Navigate to={{ pathname: '/payments/consolidated_report', search }} replace />
}
