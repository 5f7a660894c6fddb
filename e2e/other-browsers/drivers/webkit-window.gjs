// A bare WebKitGTK window for WebKitWebDriver, run by gjs. Arguments: data folder, `light` or `dark`.
// Debian's MiniBrowser does not fit: it cannot be 390 px wide, and its private windows log no console messages.
imports.gi.versions.Gtk = '3.0';
imports.gi.versions.WebKit2 = '4.1';
const { GLib, Gtk, WebKit2 } = imports.gi;

Gtk.init(null);
const [folder, colorScheme] = ARGV;
Gtk.Settings.get_default().gtk_application_prefer_dark_theme = colorScheme === 'dark';
const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({
    base_data_directory: folder,
    base_cache_directory: folder,
  }),
});
const settings = new WebKit2.Settings({ enable_write_console_messages_to_stdout: true });

context.set_automation_allowed(true);
context.connect('automation-started', (_, session) => {
  const info = new WebKit2.ApplicationInfo();
  info.set_name('WebKitGTK');
  session.set_application_info(info);
  session.connect('create-web-view', () => {
    const view = new WebKit2.WebView({ web_context: context, settings, is_controlled_by_automation: true });
    const window = new Gtk.Window();
    window.add(view);
    window.show_all();
    return view;
  });
});
new GLib.MainLoop(null, false).run();
