export function StatusBar() {
  return (
    <div className="status-bar" aria-hidden="true">
      <span className="status-clock">9:41</span>
      <span className="status-island" />
      <svg className="status-signs" viewBox="0 0 66 14">
        <path d="M1 10h3v3H1zM6 7.500h3V13H6zM11 5h3v8h-3zM16 2h3v11h-3z" />
        <path d="M33 3.200c2.400 0 4.600.9 6.300 2.500l1.200-1.300A10.900 10.900 0 0 0 33 1.300c-2.900 0-5.500 1.100-7.500 3.100l1.200 1.300A9.100 9.100 0 0 1 33 3.200zm0 4.200c1.300 0 2.500.5 3.400 1.300l1.200-1.300a6.700 6.700 0 0 0-9.200 0l1.200 1.300c.9-.8 2.100-1.300 3.400-1.300zm0 3.800L35 9.900a3 3 0 0 0-4 0z" />
        <path
          fillRule="evenodd"
          d="M50 1h11a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H50a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3zm0 1.200A1.800 1.800 0 0 0 48.200 4v6a1.800 1.800 0 0 0 1.800 1.800h11a1.800 1.800 0 0 0 1.800-1.800V4A1.800 1.800 0 0 0 61 2.200zM50 3.500h11v7H50z"
        />
      </svg>
    </div>
  )
}
