type RequestActionsProps = { onReject: () => void; onApprove: () => void }

export function RequestActions({ onReject, onApprove }: RequestActionsProps) {
  return (
    <>
      <button type="button" data-testid="reject" onClick={onReject}>
        Reject
      </button>
      <button type="button" className="primary" data-testid="approve" onClick={onApprove}>
        Approve
      </button>
    </>
  )
}
