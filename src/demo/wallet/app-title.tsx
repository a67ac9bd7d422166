type AppTitleProps = { app: { name: string; url: string; iconUrl: string }; title: string }

/** The app's icon, over its first letter while (or if never) it loads. */
export function AppTitle({ app, title }: AppTitleProps) {
  return (
    <section className="app-title">
      <span className="app-icon" aria-hidden="true">
        {app.name.slice(0, 1)}
        <img src={app.iconUrl} alt="" onError={({ currentTarget }) => currentTarget.remove()} />
      </span>
      <h1>{title}</h1>
      <p>{new URL(app.url).host}</p>
    </section>
  )
}
