alter table apps
  -- Unguessable, and by its suffix of that type. Its bytes lie beside those of the app; null where it has none.
  add column icon_name text check (icon_name ~ '^[A-Za-z0-9]+\.(png|webp)$');
