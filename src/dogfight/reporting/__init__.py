"""HTML reports in one file: pages, tables, SVG charts and their stylesheet."""
