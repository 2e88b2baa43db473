module kaeshi

go 1.26
